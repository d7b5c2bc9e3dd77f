"""Too few are left: what there is of it, and the two ways on."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from journeys.checkout import purchase
from journeys.checkout.flow import CheckoutFlow
from journeys.command import written
from journeys.reply import Text
from journeys.state import CartLine, Choice, ConversationState, Pick
from journeys.wording.choices import choice
from journeys.wording.phrases import say
from journeys.wording.quantity import so_many
from tools.catalog.units import Unit, as_json


def short(flow: CheckoutFlow, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Take what is left, or leave it; a line of which nothing is left goes by itself when others remain."""
    state, left = flow["state"], Decimal(str(facts.get("available") or 0))
    title = str(facts.get("title") or "")
    line = _line(state, facts)
    words = [*flow.get("leading", ()), _told(title, left, line.unit if line else Unit.PIECE, state)]
    if line is None:
        return {"reply": Text(text=" ".join([*words, say("change_cart_hint", state)]))}
    if not left and len(state.purchase.cart) == 1:
        return {"state": purchase.closed(state), "reply": Text(text=" ".join([*words, say("look_for_other", state)]))}
    asked = _ways_on(line, left, state)
    text = "\n\n".join([*words, say("short_hint", state, ways=" / ".join(each.title for each in asked.choices))])
    changed = purchase.changed(state, state.purchase.cart).having(asked=asked)
    return {"state": changed, "reply": choice(text, asked, state)}


def _told(title: str, left: Decimal, unit: str, state: ConversationState) -> str:
    return (
        say("only_left", state, title=title, left=so_many(left, unit, state))
        if left
        else say("none_left", state, title=title)
    )


def _line(state: ConversationState, facts: Mapping[str, Any]) -> CartLine | None:
    """The line in question; a refusal of a payment names it by its title only."""
    alike = [line for line in state.purchase.cart if line.sku == facts.get("sku")]
    alike = alike or [line for line in state.purchase.cart if line.title == facts.get("title")]
    return alike[0] if len(alike) == 1 else None


def _ways_on(line: CartLine, left: Decimal, state: ConversationState) -> Pick:
    take_out = (written("change_cart", change="remove", line=line.sku), "take_it_out")
    take_left = (written("change_cart", change="set", line=line.sku, quantity=as_json(left)), "take_what_is_left")
    ways = [take_left, take_out] if left else [take_out]
    choices = tuple(Choice(title=say(name, state), command=command) for command, name in ways)
    return Pick(journey="sales", of="cart", choices=choices)
