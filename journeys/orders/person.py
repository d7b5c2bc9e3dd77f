"""person: what only a person may decide goes to one, with what is known of the order."""

from collections.abc import Sequence
from typing import Final

from journeys.command import written
from journeys.context import TurnContext
from journeys.contract import Done
from journeys.orders.standing import heading, payment_words
from journeys.state import ConversationState
from tools.payments.order_get_status import OrderAndPayments

# One line of the ticket; the whole talk stands beside it.
LONGEST_QUOTE: Final = 500


def handed_over(found: Sequence[OrderAndPayments], reason: str, state: ConversationState, context: TurnContext) -> Done:
    about = _summary(found, state, context)
    return Done(state=state.having(journey="orders"), then=written("hand_over", reason=reason, about=about))


def _summary(found: Sequence[OrderAndPayments], state: ConversationState, context: TurnContext) -> str:
    in_english = state.having(response_language="en")
    parts = [context.text[:LONGEST_QUOTE]]
    for status in found[:1]:
        parts += [heading(status, in_english), payment_words(status, in_english)]
    return "\n".join(parts)
