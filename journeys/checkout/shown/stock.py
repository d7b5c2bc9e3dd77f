"""Too few are left: what there is of it, and the two ways on."""

from collections.abc import Mapping
from typing import Any

from journeys.checkout import answers, purchase
from journeys.checkout.flow import CheckoutFlow
from journeys.checkout.shown.ways import choice
from journeys.reply import Text
from journeys.state import Asked, CartLine, ConversationState
from journeys.wording.phrases import say


def short(flow: CheckoutFlow, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Take what is left, or leave it; a line of which nothing is left goes by itself when others remain."""
    state, left = flow["state"], int(facts.get("available") or 0)
    title = str(facts.get("title") or "")
    words = [*flow.get("leading", ()), _told(title, left, state)]
    line = _line(state, facts)
    if line is None:
        return {"reply": Text(text=" ".join([*words, say("change_cart_hint", state)]))}
    if left < 1 and len(state.cart) == 1:
        return {"state": purchase.closed(state), "reply": Text(text=" ".join([*words, say("look_for_other", state)]))}
    asked = _ways_on(line, left, state)
    text = "\n\n".join([*words, say("short_hint", state, ways=" / ".join(asked.titles))])
    changed = purchase.changed(state, state.cart).having(asked=asked)
    return {"state": changed, "reply": choice(text, asked, state)}


def _told(title: str, left: int, state: ConversationState) -> str:
    return say("only_left", state, title=title, left=left) if left else say("none_left", state, title=title)


def _line(state: ConversationState, facts: Mapping[str, Any]) -> CartLine | None:
    """The line in question; a refusal of a payment names it by its title only."""
    alike = [line for line in state.cart if line.sku == facts.get("sku")]
    alike = alike or [line for line in state.cart if line.title == facts.get("title")]
    return alike[0] if len(alike) == 1 else None


def _ways_on(line: CartLine, left: int, state: ConversationState) -> Asked:
    ways = [(f"{answers.SET}{left}:{line.sku}", "take_what_is_left")] if left else []
    ways.append((f"{answers.REMOVE}{line.sku}", "take_it_out"))
    return Asked(
        kind="cart",
        journey="sales",
        options=tuple(id for id, _ in ways),
        titles=tuple(say(name, state) for _, name in ways),
    )
