"""The code that "use it" means: the one on the order already, that counts for it, or that was told of last."""

from journeys.context import TurnContext
from journeys.state import ConversationState


def code_told(state: ConversationState, context: TurnContext) -> str:
    """Empty where several may be meant, or none."""
    if codes := state.purchase.order_totals.get("codes"):
        return str(codes[-1])
    order = {"order_id": state.purchase.order_id} if state.purchase.order_id else {}
    found = context.call("offers_get_applicable", **order).result
    coupons = [offer for offer in found.offers if offer.code] if found is not None else []
    usable = [str(offer.code) for offer in coupons if offer.applies]
    if len(usable) == 1:
        return usable[0]
    ours = [each.text for each in state.transcript.messages if each.who == "us"]
    for text in reversed(ours):
        told = [str(offer.code) for offer in coupons if str(offer.code) in text]
        if told:
            return told[0] if len(told) == 1 else ""
    return ""
