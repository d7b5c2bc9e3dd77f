"""The question about an item, with its values to tap: buttons, a list, or words when there are too many."""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Final

from journeys import catalog
from journeys.checkout.shown import with_options
from journeys.command import Option
from journeys.contract import Done, Worded, Wording
from journeys.reply import MAX_ROWS, Reply, Text
from journeys.sales.buying.choose import QUANTITY, ChoiceProblem, Chosen
from journeys.sales.commands import Choose
from journeys.sales.shown import forms_left
from journeys.state import Choice, Choosing, ConversationState, Pick
from journeys.wording.choices import choice
from journeys.wording.money import money, price_range
from journeys.wording.phrases import phrases, say
from journeys.wording.quantity import each, how_many, price_of, so_many
from tools.catalog.catalog_get_item import CatalogGetItemResult
from tools.catalog.units import Unit, as_json

# As many as there are buttons.
FEW: Final = 3
# An age that was told; no form of the item's own, such as "8-9 years".
_YEARS: Final = re.compile(r"(?<![\w-])(\d{1,2}) years(?![\w-])")


def ask(item: CatalogGetItemResult, chosen: Chosen, state: ConversationState, told: Sequence[str]) -> Done:
    """The next thing to ask about an item, after what is told of the others."""
    choosing = Choosing(
        item_id=item.item_id, title=item.title, options=chosen.options, unit=item.unit, quantity=chosen.quantity,
        is_ordered=True,
    )  # fmt: skip
    pick = asked(chosen, state)
    labels = catalog.labels(item, chosen.options, chosen.asks)
    state = state.having(choosing=choosing, selected_item_ids=[item.item_id], asked=pick, clarify_turns=0)
    sentence = usual(item, chosen, state)
    lead = "\n".join([*told, sentence])
    problem = "" if chosen.problem is None else chosen.problem.sentence.replace("_", " ")
    facts = {
        "item": item.title, "chosen": chosen.options, "unit": item.unit,
        "quantity": None if chosen.quantity is None else as_json(chosen.quantity),
        "asks": chosen.asks, "values": [labels.get(each, each) for each in chosen.values],
        "price": price_of(item, state),
        "problem": {"what": problem, **plainly(chosen.problem)} if chosen.problem else None,
        "usual_sentence": sentence,
    }  # fmt: skip

    def finish(now: ConversationState, worded: Worded) -> Done | None:
        """A model words the question alone: what is told of the others is code's."""
        words = "\n".join([*told, worded.text])
        return Done(state=now, reply=reply(words, pick, now, labels), lead=words) if worded.text else None

    wording = Wording(node="product_disambiguate", facts=facts, finish=finish) if problem else None
    return Done(state=state, reply=reply(lead, pick, state, labels), lead=lead, wording=wording)


def usual(item: CatalogGetItemResult, chosen: Chosen, state: ConversationState) -> str:
    parts = [problem_of(chosen, state)] if chosen.problem else []
    named = with_options(item.title, chosen.options)
    prices = [each.price for each in item.variants if chosen.options.items() <= each.options.items() and each.in_stock]
    if chosen.problem and chosen.asks != QUANTITY and prices:
        price = price_range(min(prices), max(prices), item.currency)
        if len(chosen.values) == 1:
            form = with_options(item.title, {**chosen.options, chosen.asks: chosen.values[0]})
            return " ".join([*parts, say("ask_only_form", state, item=form, price=price)])
        named = with_options(item.title, {**chosen.options, "price": price})
    if chosen.asks == QUANTITY and chosen.variant is not None:
        unit, price = chosen.variant.unit, money(chosen.variant.price, item.currency)
        many = how_many(unit, state)
        parts.append(say("how_many", state, item=named, price=price, each=each(unit, state), many=many))
    elif f"ask_{chosen.asks}" in phrases():
        parts.append(say(f"ask_{chosen.asks}", state, item=named))
    else:
        parts.append(say("ask_option", state, item=named, option=chosen.asks.replace("_", " ")))
    return " ".join(parts)


def plainly(problem: ChoiceProblem) -> dict[str, object]:
    """What it names, ready for JSON."""
    return {name: as_json(value) if isinstance(value, Decimal) else value for name, value in problem.values.items()}


def problem_of(chosen: Chosen, state: ConversationState) -> str:
    """Why what was said cannot be taken; empty when it can."""
    problem = chosen.problem
    if problem is None:
        return ""
    values = dict(problem.values)
    if "left" in values:
        values["left"] = so_many(Decimal(str(values["left"])), str(values.pop("unit", Unit.PIECE)), state)
    if "wanted" in values:
        wanted = _YEARS.sub(lambda found: say("years_of_age", state, count=found[1]), str(values["wanted"]))
        values["wanted"] = wanted
    still_there = forms_left.still_there(problem.nearest, problem.form, state)
    told = f"{still_there[:1].upper()}{still_there[1:]}." if still_there else ""
    return f"{say(problem.sentence, state, **values)} {told}".strip()


def asked(chosen: Chosen, state: ConversationState) -> Pick:
    if chosen.asks == QUANTITY:
        stock, unit = (chosen.variant.stock, chosen.variant.unit) if chosen.variant else (Decimal(FEW), Unit.PIECE)
        counts = [Decimal(count) for count in range(1, min(FEW, int(stock)) + 1)]
        choices = tuple(
            Choice(title=so_many(count, unit, state), command=Choose(quantity=count).written()) for count in counts
        )
        return Pick(journey="sales", of="quantity", choices=choices)
    choices = tuple(Choice(title=value, command=_form(chosen.asks, value)) for value in chosen.values)
    return Pick(journey="sales", of="option", option=chosen.asks, choices=choices)


def _form(name: str, value: str) -> str:
    return Choose(options=(Option(name=name, value=value),)).written()


def reply(words: str, question: Pick, state: ConversationState, labels: Mapping[str, str]) -> Reply:
    """Every value stands in the words too, as it is offered there, so that they are enough alone."""
    if question.of == "quantity":
        return choice(words, question, state) if question.choices else Text(text=words)
    if len(question.choices) == 1 and question.choices[0].title in words:
        return choice(words, question, state)
    text = f"{words}\n{', '.join(labels.get(each.title, each.title) for each in question.choices)}"
    return choice(text, question, state) if len(question.choices) <= MAX_ROWS else Text(text=text)
