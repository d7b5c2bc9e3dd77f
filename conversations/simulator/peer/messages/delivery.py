"""What becomes of an accepted message: sent, delivered, read or failed, each told by a signed callback.

The steps run on a few threads of the web process, a moment apart, so that a person sees the ticks change.
"""

import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from uuid import UUID

import structlog
from django.utils import timezone

from conversations.simulator import courier
from conversations.simulator.models import SimulatedMessage, SimulatedPhone
from conversations.simulator.peer.errors import ON_DELIVERY
from tenants.scope import tenant_scope

EVENTS = {SimulatedMessage.Status.DELIVERED: "DELIVERED", SimulatedMessage.Status.READ: "READ"}
# As Twilio masks them.
MASKED_DIGITS = 4

log = structlog.get_logger(__name__)
Status = SimulatedMessage.Status
NEXT = {Status.QUEUED: Status.SENT, Status.SENT: Status.DELIVERED, Status.DELIVERED: Status.READ}
# Fast, and still seen as ticks that change.
STEP_SECONDS = 0.15
# A step that has not come by then died with its process.
STALLED = timedelta(seconds=20)
_threads = ThreadPoolExecutor(max_workers=8, thread_name_prefix="simulator-delivery")


def begin(tenant_id: UUID, message_id: UUID, *, error: int | None = None) -> None:
    """Deliver an accepted message, or let it fail with this code, without waiting for it."""
    _threads.submit(_logged, tenant_id, message_id, error)


def show(phone: SimulatedPhone, sids: list[str]) -> None:
    """The page shows these messages: they are read as soon as they are delivered."""
    now = timezone.now()
    with tenant_scope(phone.tenant_id):
        shown = SimulatedMessage.objects.filter(
            phone=phone, sid__in=sids, direction=SimulatedMessage.Direction.OUTBOUND, seen_at=None
        )
        at_rest = [m.id for m in shown if m.status == Status.DELIVERED or m.updated_at < now - STALLED]
        shown.update(seen_at=now)
    for message_id in at_rest:
        begin(phone.tenant_id, message_id)


def _logged(tenant_id: UUID, message_id: UUID, error: int | None) -> None:
    try:
        fail(tenant_id, message_id, error) if error else deliver(tenant_id, message_id)
    except Exception:
        log.exception("simulator.delivery.broken", tenant_id=str(tenant_id))


def deliver(tenant_id: UUID, message_id: UUID) -> None:
    """Take every step the message is due, each followed by its callback."""
    while True:
        time.sleep(STEP_SECONDS)
        message = _advanced(tenant_id, message_id)
        if message is None:
            return
        _tell(message)


def fail(tenant_id: UUID, message_id: UUID, error: int) -> None:
    """WhatsApp refuses the message."""
    time.sleep(STEP_SECONDS)
    with tenant_scope(tenant_id):
        message = _locked(message_id)
        if message is None or message.status != Status.QUEUED:
            return
        message.status, message.error_code, message.error_message = Status.FAILED, error, ON_DELIVERY[error]
        message.save(update_fields=["status", "error_code", "error_message", "updated_at"])
        _stop_typing(message.phone)
    _tell(message)


def _advanced(tenant_id: UUID, message_id: UUID) -> SimulatedMessage | None:
    """The message one step further; None when it has got as far as it can for now."""
    with tenant_scope(tenant_id):
        message = _locked(message_id)
        if message is None or message.status not in NEXT:
            return None
        if message.status == Status.DELIVERED and message.seen_at is None:
            return None
        message.status = NEXT[Status(message.status)]
        message.save(update_fields=["status", "updated_at"])
        if message.status == Status.SENT:
            _stop_typing(message.phone)
        return message


def _locked(message_id: UUID) -> SimulatedMessage | None:
    rows = SimulatedMessage.objects.select_for_update(of=("self",)).select_related("phone__channel")
    return rows.filter(pk=message_id).first()


def _stop_typing(phone: SimulatedPhone) -> None:
    phone.typing_until = None
    phone.save(update_fields=["typing_until"])


def _tell(message: SimulatedMessage) -> None:
    if not message.status_callback:
        return
    problem = courier.post(message.status_callback, callback_form(message), message.phone.channel.auth_token)
    if problem:
        log.warning("simulator.callback.lost", tenant_id=str(message.tenant_id), problem=problem)


def callback_form(message: SimulatedMessage) -> dict[str, str]:
    """What is posted to StatusCallback for the message's present status."""
    channel, address = message.phone.channel, message.phone.address
    fields = {
        "SmsSid": message.sid,
        "SmsStatus": message.status,
        "MessageSid": message.sid,
        "MessageStatus": message.status,
        "AccountSid": channel.twilio_account,
        "ApiVersion": "2010-04-01",
        "From": channel.sender,
        "To": address,
        "ChannelPrefix": "whatsapp",
        "ChannelToAddress": address.removeprefix("whatsapp:")[:-MASKED_DIGITS] + "X" * MASKED_DIGITS,
        "ChannelInstallSid": f"XE{channel.id.hex}",
        "StructuredMessage": "false",
    }
    event = EVENTS.get(SimulatedMessage.Status(message.status))
    return fields | ({"EventType": event} if event else {}) | _failure(message)


def _failure(message: SimulatedMessage) -> dict[str, str]:
    if message.error_code is None:
        return {}
    return {
        "ErrorCode": str(message.error_code),
        "ErrorMessage": message.error_message,
        "ChannelStatusMessage": message.error_message,
    }
