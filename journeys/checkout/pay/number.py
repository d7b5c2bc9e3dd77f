"""The number to be charged: asked for when none is known, or another one is wanted."""

from typing import Any

from journeys.checkout.flow import CheckoutFlow
from journeys.reply import Text
from journeys.state import Tell
from journeys.wording.phrases import say


def ask(flow: CheckoutFlow, sentence: str) -> dict[str, Any]:
    state = flow["state"]
    words = [*flow.get("leading", ()), say(sentence, state)]
    asked = Tell(journey="checkout", what="phone")
    return {"state": state.having(asked=asked), "reply": Text(text="\n\n".join(words))}
