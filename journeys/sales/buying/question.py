"""The question about an item, with its values to tap: buttons, a list, or words when there are too many."""

from typing import Final

from journeys.checkout.shown.summary import with_options
from journeys.checkout.shown.ways import choice
from journeys.reply import MAX_ROWS, Reply, Text
from journeys.sales.buying.choose import QUANTITY, Chosen
from journeys.state import Asked, ConversationState
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


def asked(chosen: Chosen) -> Asked:
    if chosen.asks == QUANTITY:
        stock = chosen.variant.stock if chosen.variant else FEW
        titles = tuple(str(number) for number in range(1, min(FEW, stock) + 1))
        return Asked(
            kind="quantity", journey="sales", options=tuple(f"quantity:{title}" for title in titles), titles=titles
        )  # fmt: skip
    ids = tuple(f"option:{chosen.asks}:{value}"[:200] for value in chosen.values)
    return Asked(kind="pick_option", journey="sales", options=ids, titles=chosen.values, about=chosen.asks)


def reply(words: str, question: Asked, state: ConversationState) -> Reply:
    """Every value stands in the words too, so that they are enough alone."""
    if question.kind == "quantity":
        return choice(words, question, state)
    text = f"{words}\n{', '.join(question.titles)}"
    return choice(text, question, state) if len(question.titles) <= MAX_ROWS else Text(text=text)
