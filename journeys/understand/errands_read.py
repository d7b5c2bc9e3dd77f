"""The errands of a message, as the trained reader cuts them: it knows what the conversation is at."""

from django.conf import settings

from journeys.context import TurnContext
from journeys.local.wordlists import tokens
from journeys.reader.errands import Errand, read
from journeys.state import Confirm, ConversationState, Pick
from journeys.understand.route import RECENT
from journeys.understand.wishes import FEWEST_WORDS
from knowledge import lexicon, own_words


def errands_of(state: ConversationState, context: TurnContext) -> tuple[Errand, ...]:
    """The errands of a typed message that is long enough to hold one."""
    is_typed = not any(message.tapped_id for message in context.incoming)
    is_off = context.mind.is_model or not settings.TULIA.reads_errands
    if is_off or not is_typed or len(tokens(context.text)) < FEWEST_WORDS:
        return ()
    return _read(context.text, _at(state, context))


@own_words.remembered(500)
def _read(text: str, at: frozenset[str]) -> tuple[Errand, ...]:
    return read(text, at, lexicon.is_written_here)


def _at(state: ConversationState, context: TurnContext) -> frozenset[str]:
    """What the conversation is at, in the reader's words."""
    sales, purchase, asked = state.sales, state.purchase, state.controls.asked
    is_recent = state.understood.journey_at is not None and context.tools.now - state.understood.journey_at <= RECENT
    is_asked_to_pay = isinstance(asked, Confirm) or (isinstance(asked, Pick) and asked.of in ("way", "retry"))
    found = {
        "list": bool(sales.last_catalog_results),
        "item": bool(sales.selected_item_ids or purchase.choosing),
        "cart": bool(purchase.cart),
        "paying": is_asked_to_pay,
        "paid": purchase.payment_status in ("pending", "paid"),
        "answer": is_recent and state.understood.journey == "support",
        "steps": is_recent and state.support.trouble is not None,
    }
    return frozenset(name for name, is_so in found.items() if is_so) or frozenset({"new"})
