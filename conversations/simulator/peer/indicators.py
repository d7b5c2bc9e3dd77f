"""Twilio's typing indicator: marks what the customer wrote as read and shows the bot typing."""

from datetime import timedelta

from django.http import HttpRequest, JsonResponse
from django.utils import timezone

from conversations.simulator.models import SimulatedMessage
from conversations.simulator.peer.account import Account, endpoint
from conversations.simulator.peer.errors import Refused
from tenants.scope import tenant_scope

SHOWN_FOR = timedelta(seconds=25)


@endpoint("POST")
def typing(http: HttpRequest, account: Account) -> JsonResponse:
    """POST messageId, channel: until a reply comes, 25 s at the longest."""
    if http.POST.get("channel") != "whatsapp":
        raise Refused(20001, "channel")
    now = timezone.now()
    with tenant_scope(account.tenant_id):
        inbound = SimulatedMessage.objects.filter(direction=SimulatedMessage.Direction.INBOUND)
        message = inbound.select_related("phone").filter(sid=http.POST.get("messageId", "")).first()
        if message is None:
            raise Refused(20404)
        earlier = inbound.filter(phone=message.phone, created_at__lte=message.created_at)
        earlier.exclude(status__in=(SimulatedMessage.Status.READ, SimulatedMessage.Status.FAILED)).update(
            status=SimulatedMessage.Status.READ, updated_at=now
        )
        message.phone.typing_until = now + SHOWN_FOR
        message.phone.save(update_fields=["typing_until"])
    return JsonResponse({"success": True})
