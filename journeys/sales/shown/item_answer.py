"""What the catalog tells on a question about one item: its prices, a form of it, an attribute, a sentence of it."""

import re
from typing import Final

from journeys.local import asks, comparisons, totals
from journeys.local.contents import asks_what_is_in_it, asks_whether_in_it
from journeys.local.measures_asked import measures_asked
from journeys.local.purchase import ages, each_form, numbers
from journeys.local.purchase.attended import BY_THE_HEAD
from journeys.local.wants import CHILDREN
from journeys.local.wordlists import tokens
from journeys.sales.shown import cost, difference
from journeys.sales.shown.asked_form import form_asked, forms_named
from journeys.sales.shown.item_card import (
    beginning,
    heading,
    in_stock,
    label,
    of_form,
    option_of_price,
    price_of_each_form,
    values_of,
    whether_left,
)  # fmt: skip
from journeys.state import ConversationState
from journeys.wording.phrases import say
from journeys.wording.quantity import price_of
from knowledge import lexicon
from knowledge.answer import FoundPassage, extract
from knowledge.answer.meaning import terms
from tools.catalog.catalog_get_item import CatalogGetItemResult

LEAST_AGE: Final = "minimum_age"
_CLAUSES: Final = re.compile(r"[,;?]|\b(?:and|na)\b", re.IGNORECASE)
# What it costs is no fee for a park.
OF_PRICE: Final = terms("price fee cost charge rate")


def answer(item: CatalogGetItemResult, question: str, state: ConversationState) -> str:
    """The answer under the item's title; empty where the catalog says nothing of what is asked."""
    if of_forms := _of_several_forms(item, question, state):
        return of_forms
    if too_young := _too_young(item, question, state):
        return too_young
    of_cost = _of_cost(item, question, state)
    if not of_cost and _asks_for_a_child(item, question):
        return f"{heading(item, question, state)}\n{say('no_child_price', state)}"
    if whole := _of_what_is_in_it(item, question, state):
        return whole
    by_name = "" if asks.asks_stock(question) or of_cost else _by_name(item, question, state)
    of_cost = "\n".join([of_cost, *_asked_beside(item, question, state)]) if of_cost else ""
    return by_name or _of_form(item, question, state) or of_cost


def _asked_beside(item: CatalogGetItemResult, question: str, state: ConversationState) -> list[str]:
    """What is told of a thing that another clause than that of the price asks for: "total for 4, is lunch in it"."""
    clauses = (each for each in _CLAUSES.split(question) if not (asks.asks_price(each) or totals.asks_total(each)))
    told = [_by_name(item, clause, state).splitlines()[1:] for clause in clauses if lexicon.things(clause)]
    return [line for lines in told for line in lines]


def _too_young(item: CatalogGetItemResult, question: str, state: ConversationState) -> str:
    """That it is for nobody of the age that is told, from which age it is, and its price."""
    least = item.attributes.get(LEAST_AGE, "").strip()
    if not least.isdecimal() or not any(age < int(least) for age in ages.told_in(question)):
        return ""
    return f"{say('too_young', state, age=least)}\n{heading(item, question, state)}"


def _asks_for_a_child(item: CatalogGetItemResult, question: str) -> bool:
    """Whether a child's price is asked of what is sold by the head, and costs the same for everybody."""
    of_children = [value for values in item.options.values() for value in values if CHILDREN in lexicon.concepts(value)]
    is_asked = CHILDREN in lexicon.concepts(question) and asks.asks_price(question)
    return is_asked and item.unit in BY_THE_HEAD and not of_children


def _of_what_is_in_it(item: CatalogGetItemResult, question: str, state: ConversationState) -> str:
    """All that is told of it, where it is asked what is in it: its text says that as much as its attributes do."""
    if not asks_what_is_in_it(question):
        return ""
    told = [f"{label(name, state)}: {value}" for name, value in item.attributes.items() if name not in item.options]
    return "\n".join([heading(item, question, state), beginning(item.description), *told])


def _by_name(item: CatalogGetItemResult, question: str, state: ConversationState) -> str:
    """The attribute or the sentence of the description that the question is about, beside the item's own name."""
    told_of = {name: value for name, value in item.attributes.items() if name not in item.options}
    attributes = told_of | {name: ", ".join(values) for name, values in item.options.items()}
    asked = terms(question) - terms(item.title)
    if asks.asks_price(question):  # "how much for two" asks for no two safety valves
        asked = {word for word in asked - OF_PRICE if not (word.isdecimal() or word in numbers.words())}
    if form_asked(item, question, state) or not (asked or measures_asked(question)):
        return ""
    said = set(tokens(question)) | measures_asked(question)
    named = [
        values_of(name, item, state) if name in item.options else f"{label(name, state)}: {value}"
        for name, value in attributes.items()
        if asked & terms(f"{name.replace('_', ' ')} {value}") or name.casefold() in said
    ]
    quoted = extract(question, [FoundPassage(text=item.description, title=item.title)], style="concise").text
    sentences = [line for line in quoted.splitlines() if asked & terms(line)]
    told = [*named, *sentences]
    return "\n".join([heading(item, question, state), *dict.fromkeys(told)]) if told else ""


def _of_several_forms(item: CatalogGetItemResult, question: str, state: ConversationState) -> str:
    """The prices of the forms that are named, where several are and none is counted: "in 5x6 and in 6x6"."""
    name = option_of_price(item)
    named = forms_named(item.options.get(name, ()), question)
    if len(named) < 2 or each_form.counted(question, item.options)[0]:
        return ""
    told = [f"*{item.title}* — {price_of(item, state)}", *price_of_each_form(item, state, named)]
    less = difference.of_forms(item, named, state) if comparisons.sets_beside(question) else ""
    return "\n".join([*told, *filter(None, [less])])


def _of_form(item: CatalogGetItemResult, question: str, state: ConversationState) -> str:
    """Its price, or whether it comes in a form, alone: whoever looks at it has seen the card."""
    wanted = form_asked(item, question, state)
    is_of_stock = asks.asks_stock(question)
    is_of_price = asks.asks_price(question) or totals.asks_total(question)
    if item.item_id not in state.sales.selected_item_ids or not (wanted or is_of_stock or is_of_price):
        return ""
    price = f"*{item.title}* — {price_of(item, state)}" if wanted else heading(item, question, state)
    title = f"{price}\n{whether_left(item, state) if is_of_stock else ''}".strip()
    left = in_stock(item)
    others = [
        f"{label(name, state)}: {', '.join(left[name])}"
        for name, value in wanted.items()
        if left.get(name) and value not in left[name]
    ]
    comes_to = cost.of(item, question, wanted, state)
    return "\n".join([title, *([of_form(item, state, wanted)] if wanted else []), *others, *filter(None, [comes_to])])


def _of_cost(item: CatalogGetItemResult, question: str, state: ConversationState) -> str:
    """What as many as they say come to, also of what they have not opened: "3 nights full board"."""
    wanted = form_asked(item, question, state)
    is_of_cost = asks.asks_price(question) or totals.asks_total(question)
    comes_to = cost.of(item, question, wanted, state) if is_of_cost else ""
    form = [of_form(item, state, wanted)] if wanted else []
    lines = [f"*{item.title}* — {price_of(item, state)}", *form, comes_to, *_in_it(item, question, state)]
    return "\n".join(lines) if comes_to else ""


def _in_it(item: CatalogGetItemResult, question: str, state: ConversationState) -> list[str]:
    """What is in it, where it is asked whether something is: "lunch iko ndani?"."""
    asked = terms(question) if asks_whether_in_it(question) else frozenset()
    told = {name: value for name, value in item.attributes.items() if name not in item.options}
    return [f"{label(name, state)}: {value}" for name, value in told.items() if asked & terms(value)]


def little(item: CatalogGetItemResult, question: str, *, is_told: bool, state: ConversationState) -> str:
    """Of an item whose card was seen: its description where that speaks of it, else all else that is known of it."""
    about = terms(question) - terms(item.title)
    if is_told or item.item_id not in state.sales.selected_item_ids or about & terms(" ".join(item.attributes)):
        return ""
    if not terms(question) or about & terms(item.description) or not about:
        return f"{heading(item, question, state)}\n{beginning(item.description)}"
    known = [f"{label(name, state)}: {value}" for name, value in item.attributes.items() if name not in item.options]
    return "\n".join([heading(item, question, state), *known, say("all_that_is_known", state)])
