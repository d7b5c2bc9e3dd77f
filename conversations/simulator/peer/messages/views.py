"""Twilio's Messages: accept, list, fetch, redact and delete."""

import time
from datetime import timedelta
from email.utils import format_datetime
from typing import Any

from django.db.models import Max, Q
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.utils import timezone

from conversations.simulator import sids
from conversations.simulator.models import SimulatedFault, SimulatedMessage, SimulatedPhone
from conversations.simulator.peer.account import Account, endpoint
from conversations.simulator.peer.errors import Refused
from conversations.simulator.peer.messages import delivery, request
from tenants.scope import tenant_scope

API_VERSION = "2010-04-01"
# A slow answer that the client still waits for.
SLOW_SECONDS = 4
# Twilio's.
MAX_PAGE = 1000
REFUSALS = {SimulatedFault.Kind.BUSY: 20429, SimulatedFault.Kind.DOWN: 20503}
# WhatsApp's service window.
WINDOW = timedelta(hours=24)
# Twilio's code for free text outside the window.
OUTSIDE_WINDOW = 63016
DELIVERY_ERRORS = {
    SimulatedFault.Kind.OUTSIDE_WINDOW: OUTSIDE_WINDOW,
    SimulatedFault.Kind.NOT_ON_WHATSAPP: 63024,
}
Direction = SimulatedMessage.Direction


@endpoint("GET", "POST")
def collection(http: HttpRequest, account: Account) -> HttpResponse:
    """POST accepts a message, GET lists them."""
    return _create(http, account) if http.method == "POST" else _list(http, account)


@endpoint("GET", "POST", "DELETE")
def one(http: HttpRequest, account: Account, sid: str) -> HttpResponse:
    """GET fetches, POST redacts, DELETE forgets."""
    with tenant_scope(account.tenant_id):
        message = SimulatedMessage.objects.select_related("phone__channel").filter(sid=sid).first()
        if message is None:
            raise Refused(20404)
        if http.method == "DELETE":
            message.delete()
            return HttpResponse(status=204)
        if http.method == "POST":
            _redact(message, http)
    return JsonResponse(as_json(message))


def _create(http: HttpRequest, account: Account) -> JsonResponse:
    fault = _next_fault(account, http.POST.get("To", ""))
    if fault == SimulatedFault.Kind.SLOW:
        time.sleep(SLOW_SECONDS)
    if fault in REFUSALS:
        raise Refused(REFUSALS[fault])
    asked = request.accepted(http.POST, account)
    message = _accepted(asked, account, dict(http.POST.items()))
    error = DELIVERY_ERRORS.get(fault) if fault else asked.delivery_error or _window_error(message)
    delivery.begin(account.tenant_id, message.id, error=error)
    return JsonResponse(as_json(message), status=201)


def _next_fault(account: Account, address: str) -> SimulatedFault.Kind | None:
    """The oldest fault planned for this phone, used up now."""
    with tenant_scope(account.tenant_id):
        rows = SimulatedFault.objects.select_for_update(of=("self",), skip_locked=True)
        of_messages = rows.filter(phone__address=address).exclude(kind__in=SimulatedFault.MONEY)
        fault = of_messages.order_by("created_at").first()
        if fault is None:
            return None
        fault.delete()
        return SimulatedFault.Kind(fault.kind)


def _accepted(asked: request.Request, account: Account, form: dict[str, Any]) -> SimulatedMessage:
    with tenant_scope(account.tenant_id):
        phone, _ = SimulatedPhone.objects.get_or_create(
            channel=asked.channel, address=asked.to, defaults={"name": asked.to.removeprefix("whatsapp:")}
        )
        phone.channel = asked.channel  # known already, and its secrets are needed after this scope
        message: SimulatedMessage = SimulatedMessage.objects.create(
            phone=phone,
            sid=sids.new("MM" if asked.media_urls else "SM"),
            direction=Direction.OUTBOUND,
            body=asked.body,
            content=asked.content,
            media_urls=asked.media_urls,
            status_callback=asked.status_callback,
            form=form,
        )
    return message


def _window_error(message: SimulatedMessage) -> int | None:
    """63016 when the customer's last message is over a day old; one who never wrote here is let through."""
    with tenant_scope(message.tenant_id):
        inbound = SimulatedMessage.objects.filter(phone=message.phone, direction=Direction.INBOUND)
        last = inbound.aggregate(at=Max("created_at"))["at"]
    return OUTSIDE_WINDOW if last is not None and timezone.now() - last > WINDOW else None


def _redact(message: SimulatedMessage, http: HttpRequest) -> None:
    if http.POST.get("Status") == "canceled":
        raise Refused(30409)
    if http.POST.get("Body") != "":
        raise Refused(20001, "Body can only be made empty")
    message.body, message.content, message.form = "", None, {}
    message.save()


def _list(http: HttpRequest, account: Account) -> JsonResponse:
    size, page = min(_number(http, "PageSize", 50, least=1), MAX_PAGE), _number(http, "Page", 0, least=0)
    start, own = page * size, f"/{API_VERSION}/Accounts/{account.sid}/Messages.json?PageSize={size}&Page="
    with tenant_scope(account.tenant_id):
        rows = SimulatedMessage.objects.select_related("phone__channel").filter(_wanted(http.GET))
        found = [as_json(row) for row in rows.order_by("-created_at", "-id")[start : start + size + 1]]
    shown = found[:size]
    return JsonResponse(
        {
            "messages": shown,
            "start": start,
            "end": start + max(0, len(shown) - 1),
            "page": page,
            "page_size": size,
            "uri": f"{own}{page}",
            "first_page_uri": f"{own}0",
            "next_page_uri": f"{own}{page + 1}" if len(found) > size else None,
            "previous_page_uri": f"{own}{page - 1}" if page else None,
        }
    )


def _wanted(query: QueryDict) -> Q:
    """The rows of ?To= and ?From=: the customer is at one end and the sender at the other."""
    customer, sender = "phone__address", "phone__channel__sender"
    wanted = Q()
    for name, outbound, inbound in (("To", customer, sender), ("From", sender, customer)):
        if name in query:
            wanted &= Q(direction=Direction.OUTBOUND, **{outbound: query[name]}) | Q(
                direction=Direction.INBOUND, **{inbound: query[name]}
            )
    return wanted


def _number(http: HttpRequest, name: str, default: int, *, least: int) -> int:
    told = http.GET.get(name, str(default))
    if not told.isdecimal() or int(told) < least:
        raise Refused(20001, name)
    return int(told)


def as_json(message: SimulatedMessage) -> dict[str, Any]:
    """The message as Twilio tells it: numbers are strings, dates RFC 2822."""
    sender, customer = message.phone.channel.sender, message.phone.address
    is_outbound = message.direction == Direction.OUTBOUND
    account = message.phone.channel.twilio_account
    uri = f"/{API_VERSION}/Accounts/{account}/Messages/{message.sid}"
    is_sent = message.status != SimulatedMessage.Status.QUEUED
    return {
        "sid": message.sid,
        "account_sid": account,
        "messaging_service_sid": None,
        "from": sender if is_outbound else customer,
        "to": customer if is_outbound else sender,
        "body": message.body,
        "status": message.status if is_outbound else "received",
        "direction": message.direction,
        "num_segments": "1",
        "num_media": str(len(message.media_urls)) if is_outbound else message.form.get("NumMedia", "0"),
        "date_created": format_datetime(message.created_at),
        "date_updated": format_datetime(message.updated_at),
        "date_sent": format_datetime(message.updated_at) if is_sent else None,
        "price": None,
        "price_unit": None,
        "error_code": message.error_code,
        "error_message": (message.error_message or None) if is_outbound else None,
        "api_version": API_VERSION,
        "uri": f"{uri}.json",
        "subresource_uris": {"media": f"{uri}/Media.json"},
    }
