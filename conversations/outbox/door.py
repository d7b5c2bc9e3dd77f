"""The one door: everything that goes out passes here, and what its customer does not want does not.

A turn's answer, a notice of an event, an operator's words, a campaign's template: each row bears its purpose, and is
asked for in the moment before it is sent, so that a STOP also stops what was queued before it.
"""

from typing import Any

from conversations.models import OutboundMessage
from tenants.consent import standing
from tenants.consent.standing import Consents

Status = OutboundMessage.Status
KNOWN = "consents"


def with_consents(path: str = "conversation__customer_id") -> dict[str, Any]:
    """The annotation of outbound messages that the door looks at."""
    return {KNOWN: standing.known_of(path)}


def refused(message: OutboundMessage) -> dict[str, Any] | None:
    """The columns of a message that its customer does not want; None when it may go out."""
    refusal = Consents(getattr(message, KNOWN) or {}).refusal(message.purpose)
    if refusal is None:
        return None
    return {"status": Status.REFUSED, "error_code": refusal.code, "reason": refusal.sentence}
