"""What changed on a phone since the page last asked: one small JSON."""

from datetime import datetime, timedelta
from typing import Any

from django.urls import reverse

from conversations.simulator.models import SimulatedMessage, SimulatedPhone
from conversations.simulator.page import wallet
from tenants.scope import tenant_scope

OVERLAP = timedelta(seconds=3)
MAX_SHOWN = 300


def since(phone: SimulatedPhone, after: datetime | None, *, slug: str, now: datetime) -> dict[str, Any]:
    """Messages changed after the cursor, oldest first; the overlap catches what was not yet committed."""
    with tenant_scope(phone.tenant_id):
        phone.refresh_from_db(fields=["typing_until"])
        rows = SimulatedMessage.objects.filter(phone=phone).prefetch_related("pictures")
        changed = rows.filter(updated_at__gt=after - OVERLAP) if after else rows
        found = list(changed.order_by("-created_at", "-id")[:MAX_SHOWN])
    shown = [bubble(message, slug) for message in reversed(found) if _is_on_phone(message)]
    is_typing = phone.typing_until is not None and phone.typing_until > now
    money = wallet.since(phone, after - OVERLAP if after else None, now=now)
    return {"cursor": now.isoformat(), "typing": is_typing, "messages": shown, "money": money}


def of_one(message: SimulatedMessage, slug: str) -> dict[str, Any]:
    """One message on its own, as `since` would tell it."""
    with tenant_scope(message.tenant_id):
        return bubble(message, slug)


def bubble(message: SimulatedMessage, slug: str) -> dict[str, Any]:
    """One message as the page draws it."""
    is_inbound = message.direction == SimulatedMessage.Direction.INBOUND
    return {
        "sid": message.sid,
        "draft": message.draft,
        "order": message.id.hex,
        "from": "customer" if is_inbound else "business",
        "body": message.body,
        "status": message.status,
        "at": message.created_at.isoformat(),
        "problem": _problem(message),
        "content": message.content,
        "pictures": [*_own_pictures(message, slug), *message.media_urls],
    }


def _is_on_phone(message: SimulatedMessage) -> bool:
    """What Twilio has only accepted is not on the phone yet."""
    is_inbound = message.direction == SimulatedMessage.Direction.INBOUND
    return is_inbound or message.status != SimulatedMessage.Status.QUEUED


def _problem(message: SimulatedMessage) -> str:
    return f"{message.error_code}: {message.error_message}" if message.error_code else message.error_message


def _own_pictures(message: SimulatedMessage, slug: str) -> list[str]:
    return [
        reverse("simulator:picture", kwargs={"slug": slug, "sid": picture.sid}) for picture in message.pictures.all()
    ]
