"""The question about an item, with its values to tap: buttons, a list, or words when there are too many."""

from typing import Final

from journeys.checkout.shown.summary import with_options
from journeys.checkout.shown.ways import choice
from journeys.command import Option
from journeys.reply import MAX_ROWS, Reply, Text
from journeys.sales.buying.choose import QUANTITY, Chosen
from journeys.sales.commands import Choose
from journeys.state import Choice, ConversationState, Pick
from journeys.wording.money import money
from journeys.wording.phrases import phrases, say
from tools.catalog.catalog_get_item import CatalogGetItemResult

FEW: Final = 3


def usual(item: CatalogGetItemResult, chosen: Chosen, state: ConversationState) -> str:
    problem = chosen.problem
    parts = [say(problem.sentence, state, **problem.values)] if problem else []
    named = with_options(item.title, chosen.options)
    if chosen.asks == QUANTITY and chosen.variant is not None:
        parts.append(say("how_many", state, item=named, price=money(chosen.variant.price, item.currency)))
    elif f"ask_{chosen.asks}" in phrases():
        parts.append(say(f"ask_{chosen.asks}", state, item=named))
    else:
        parts.append(say("ask_option", state, item=named, option=chosen.asks.replace("_", " ")))
    return " ".join(parts)


def asked(chosen: Chosen) -> Pick:
    if chosen.asks == QUANTITY:
        stock = chosen.variant.stock if chosen.variant else FEW
        counts = range(1, min(FEW, stock) + 1)
        choices = tuple(Choice(title=str(count), command=Choose(quantity=count).written()) for count in counts)
        return Pick(journey="sales", of="quantity", choices=choices)
    choices = tuple(Choice(title=value, command=_form(chosen.asks, value)) for value in chosen.values)
    return Pick(journey="sales", of="option", option=chosen.asks, choices=choices)


def _form(name: str, value: str) -> str:
    return Choose(options=(Option(name=name, value=value),)).written()


def reply(words: str, question: Pick, state: ConversationState) -> Reply:
    """Every value stands in the words too, so that they are enough alone."""
    if question.of == "quantity":
        return choice(words, question, state)
    text = f"{words}\n{', '.join(each.title for each in question.choices)}"
    return choice(text, question, state) if len(question.choices) <= MAX_ROWS else Text(text=text)
