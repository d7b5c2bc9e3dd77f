"""One question for all of a message, which may hold several commands that each ask one."""

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Final

from journeys.contract import Done
from journeys.reply import Buttons, ListReply, Text
from journeys.state import Choosing, ConversationState, Pick, Question

ANNOUNCES: Final = re.compile(r"(?<![^.!?\n])[^.!?\n]*:\Z")
"""The end of words that only leads over to what stands below them."""
# The paragraphs in which a cart is shown.
LINES_AND_SUMS: Final = 2
AT_THE_TILL: Final = frozenset({"way", "confirm"})
OF_AN_ITEM: Final = frozenset({"option", "quantity", "line"})


def asked_once(
    state: ConversationState, done: list[Done], *, is_total_asked: bool
) -> tuple[ConversationState, list[Done]]:
    """One question for all of a message: what is open about an item goes before the till, and the till asks last.

    Of the other commands that led to the till only their own words are told, and the cart where its total is asked; of
    those that asked about an item, what they tell besides."""
    done = [_without_its_question(each) if _is_settled(each, done[at + 1 :]) else each for at, each in enumerate(done)]
    tills = [place for place, each in enumerate(done) if _asks(each, AT_THE_TILL)]
    items = [place for place, each in enumerate(done) if _asks(each, OF_AN_ITEM)]
    # What a later command shows or tells of does not take the place of the item that is asked about.
    is_overtaken = bool(items) and _asked_about(state) != _asked_about(done[items[-1]].state)
    if len(tills) + len(items) < 2 and not is_overtaken:
        return state, done
    asking = items[-1] if items else tills[-1]
    kept = list(done)
    is_cart_told = is_total_asked and bool(items)
    for at in tills if items else tills[:-1]:
        with_cart = at == tills[-1] if is_cart_told else None
        kept[at] = replace(done[at], reply=_own_words(done[at], with_cart=with_cart))
    for at in items[:-1]:
        kept[at] = _without_its_question(done[at])
    if items:
        then = done[asking].state
        open_item = {"choosing": then.purchase.choosing, "waiting": then.purchase.waiting}
        state = state.having(**open_item, asked=then.controls.asked, selected_item_ids=then.sales.selected_item_ids)
    return state, kept


def _is_settled(done: Done, later: Sequence[Done]) -> bool:
    """Whether the very item it asks about was put in the cart by a later command of the message."""
    choosing = done.state.purchase.choosing
    if choosing is None or not later or not _asks(done, OF_AN_ITEM):
        return False
    before, after = (_so_many_of(choosing.item_id, each.state) for each in (done, later[-1]))
    return after > before


def _so_many_of(item_id: str, state: ConversationState) -> Decimal:
    return sum((line.quantity for line in state.purchase.cart if line.item_id == item_id), Decimal(0))


def _without_its_question(done: Done) -> Done:
    choosing = done.state.purchase.choosing
    title = choosing.title if choosing is not None else ""
    words = "\n".join(line for line in done.lead.splitlines() if f"*{title}*" not in line and not line.endswith("?"))
    return replace(done, reply=Text(text=words) if words.strip() else None, wording=None, lead=words)


def _asked_about(state: ConversationState) -> tuple[Question | None, Choosing | None]:
    return state.controls.asked, state.purchase.choosing


def _asks(done: Done, of: frozenset[str]) -> bool:
    """Whether its reply asks such a question itself, rather than being told while one is open."""
    asked = done.state.controls.asked
    if asked is None or not isinstance(done.reply, Buttons | ListReply):
        return False
    is_its_own = [option.id for option in done.reply.options] == [each.command for each in asked.choices]
    return is_its_own and (asked.of if isinstance(asked, Pick) else asked.kind) in of


def _own_words(done: Done, *, with_cart: bool | None) -> Text | None:
    """What it tells before the cart; where nothing is said `with_cart`, a line that went in alone is told by that."""
    words = ANNOUNCES.sub("", done.lead).rstrip()
    with_cart = not words if with_cart is None else with_cart
    parts = done.reply.text.split("\n\n") if with_cart and done.reply is not None else []
    begins = next((at for at, part in enumerate(parts) if part.startswith("1. ")), len(parts))
    told = "\n\n".join(filter(None, [words, *parts[begins : begins + LINES_AND_SUMS]]))
    return Text(text=told) if told else None
