"""Looks at Twilio for a message to whose sending no answer came.

Twilio has no key by which a repeated request would be known as such, and does not give back the callback's address,
so a listed message is perhaps ours when it goes to the same customer, was made in the minutes around our try and says
the same. It is looked for by its sending date, and then without: a message that still waits at Twilio has none.
"""

from datetime import UTC, timedelta

from conversations.channels.outcomes import StatusReport
from conversations.channels.whatsapp import client
from conversations.channels.whatsapp.client import Listed
from conversations.channels.whatsapp.errors import TOKEN_UNREADABLE
from conversations.models import OutboundMessage
from tenants.secrets import SecretUnreadable
from tools.providers import Refused
from tools.providers.exchange import Exchanges

# Twilio's clock is not ours, tells whole seconds, and a request may lie on the way until we give up on it.
BEFORE_TRY, AFTER_TRY = timedelta(seconds=15), timedelta(minutes=2)


def look_up(message: OutboundMessage, exchanges: Exchanges) -> list[StatusReport]:
    """What Twilio lists that may be this message, the newest first; raises NotSent, OutcomeUnknown or Refused."""
    to = message.conversation.customer.address
    tried_at = message.first_tried_at or message.queued_at
    for since in (tried_at - timedelta(days=1), None):
        try:
            listed = client.list_messages(message.channel, to=to, since=since, exchanges=exchanges)
        except SecretUnreadable as error:
            raise Refused(TOKEN_UNREADABLE, "") from error
        alike = [one for one in listed if _is_alike(one, message)]
        if alike:
            return [_told(one, message) for one in alike]
    return []


def _is_alike(listed: Listed, message: OutboundMessage) -> bool:
    if not listed.is_outbound or listed.created_at is None or message.tried_at is None:
        return False
    made_at = listed.created_at if listed.created_at.tzinfo else listed.created_at.replace(tzinfo=UTC)
    if not message.tried_at - BEFORE_TRY <= made_at <= message.tried_at + AFTER_TRY:
        return False
    # A template's words are WhatsApp's, and an account that keeps no words lists none.
    return message.reply.get("kind") == "template" or _words(listed.body) in ("", _words(message.body))


def _words(text: str) -> str:
    return " ".join(text.split())


def _told(listed: Listed, message: OutboundMessage) -> StatusReport:
    return StatusReport(
        own_id=message.pk,
        provider_id=listed.provider_id,
        status=listed.status,
        error_code=listed.error_code,
        error_message=listed.error_message,
    )
