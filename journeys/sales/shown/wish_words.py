"""Says a wish back: running shoes, red, size 42, up to KES 5,000."""

from collections.abc import Iterator

from journeys.sales.wish.wish import Wish
from journeys.state import ConversationState
from journeys.wording.money import money
from journeys.wording.phrases import phrases, say


def wish_words(wish: Wish, state: ConversationState) -> str:
    return ", ".join(_parts(wish, state))


def _parts(wish: Wish, state: ConversationState) -> Iterator[str]:
    if wish.query or wish.category:
        yield wish.query or str(wish.category)
    if wish.colour:
        yield say(f"colour_{wish.colour}", state) if f"colour_{wish.colour}" in phrases() else wish.colour
    if wish.size:
        yield say("wish_size", state, size=wish.size)
    for name, value in wish.options.items():
        if name == "guests":
            yield say("wish_guests", state, guests=value.rstrip("+"))
        elif name not in ("colour", "size"):
            yield value
    if wish.price_min is not None:
        yield say("wish_from", state, price=money(wish.price_min, state.tenant.currency))
    if wish.price_max is not None:
        yield say("wish_up_to", state, price=money(wish.price_max, state.tenant.currency))
