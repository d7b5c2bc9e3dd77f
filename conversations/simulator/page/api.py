"""What the page asks for while it is open: news, sending, read marks, new phones, faults, money, and why."""

from datetime import datetime, timedelta
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from conversations import explain
from conversations.models import InboundMessage, OutboundMessage, Turn
from conversations.simulator import handset, phones
from conversations.simulator.models import (
    SimulatedFault,
    SimulatedMessage,
    SimulatedMoneyEvent,
    SimulatedPhone,
    SimulatedPicture,
)
from conversations.simulator.money import merchants
from conversations.simulator.money.models import SimulatedPrompt
from conversations.simulator.money.mpesa import paybill, prompts
from conversations.simulator.page import forms, views
from conversations.simulator.page.reach import of_line, of_phone, problem
from conversations.simulator.peer import media
from conversations.simulator.peer.messages import delivery
from tenants.models import Channel
from tenants.scope import tenant_scope

# What the phone's drawer shows.
MAX_EVENTS = 40

# Rows that were committed out of order are told twice rather than never.
OVERLAP = timedelta(seconds=3)
# A long talk; older messages are in the admin.
MAX_SHOWN = 300

# What can be on a screen at once.
MAX_SEEN = 100


@never_cache
@require_GET
@of_phone
def updates(request: HttpRequest, channel: Channel, phone: SimulatedPhone) -> JsonResponse:
    """GET ?after=cursor: what changed since."""
    now = timezone.now()
    return JsonResponse(news_since(phone, _moment(request.GET.get("after", "")), slug=channel.tenant.slug, now=now))


@require_POST
@of_phone
def send(request: HttpRequest, channel: Channel, phone: SimulatedPhone) -> JsonResponse:
    """POST a message; it answers when the webhook has."""
    try:
        said = forms.message(request)
    except forms.Unfit as error:
        return problem(str(error), 400)
    return JsonResponse(news_of_one(handset.send(channel, phone, said), channel.tenant.slug))


@require_POST
@of_phone
def seen(request: HttpRequest, channel: Channel, phone: SimulatedPhone) -> HttpResponse:
    """POST sid…: these messages are on the screen."""
    delivery.show(phone, request.POST.getlist("sid")[:MAX_SEEN])
    return HttpResponse(status=204)


@require_POST
@of_line
def add_phone(request: HttpRequest, channel: Channel) -> JsonResponse:
    """POST name, address: another customer."""
    try:
        told = forms.validated(forms.NewPhone, request)
    except forms.Unfit as unfit:
        return problem(str(unfit), 400)
    return JsonResponse(views.card(phones.add(channel, **told)), status=201)


@require_POST
@of_phone
def add_fault(request: HttpRequest, channel: Channel, phone: SimulatedPhone) -> HttpResponse:
    """POST kind: this goes wrong with the next message to this phone."""
    try:
        told = forms.validated(forms.NewFault, request)
    except forms.Unfit as unfit:
        return problem(str(unfit), 400)
    with tenant_scope(channel.tenant_id):
        SimulatedFault.objects.create(phone=phone, **told)
    return HttpResponse(status=204)


@require_POST
@of_phone
def answer(request: HttpRequest, channel: Channel, phone: SimulatedPhone) -> HttpResponse:
    """POST id, outcome, pin: the prompt is answered; every PIN of four digits is the right one."""
    try:
        told = forms.validated(forms.PromptAnswer, request)
    except forms.Unfit as unfit:
        return problem(str(unfit), 400)
    with tenant_scope(channel.tenant_id):
        own = SimulatedPrompt.objects.filter(msisdn=phone.msisdn)
        prompt = own.filter(checkout_request_id=told["id"]).first()
    closed = prompt and prompts.close(channel.tenant_id, prompt.id, told["code"], now=timezone.now())
    if not closed:
        return problem("This prompt is not open any more.", 409)
    if closed.status == prompts.Status.EXPIRED:
        return problem("The time to answer was over.", 409)
    return HttpResponse(status=204)


@require_POST
@of_phone
def pay(request: HttpRequest, channel: Channel, phone: SimulatedPhone) -> JsonResponse:
    """POST number, account, amount: it answers when the business had its say."""
    merchant = merchants.of(channel)
    try:
        told = forms.validated(forms.Transfer, request, merchant=merchant)
    except forms.Unfit as unfit:
        return problem(str(unfit), 400)
    wanted = paybill.Payment(
        payer=phone.msisdn, party=told["number"], account=told["account"], amount=told["amount"]
    )  # fmt: skip
    transfer = paybill.pay(channel.tenant_id, merchant.name.upper(), wanted, now=timezone.now())
    if transfer is None:
        return problem("The business did not accept this payment.", 409)
    return JsonResponse({"receipt": transfer.receipt}, status=201)


@never_cache
@require_GET
@of_line
def explanation(request: HttpRequest, channel: Channel, sid: str) -> JsonResponse:
    """GET: the trace behind a message."""
    known = why_of(channel, sid)
    return JsonResponse(known) if known else problem("There is no such message.", 404)


@require_GET
@of_line
def picture(request: HttpRequest, channel: Channel, sid: str) -> HttpResponse:
    """GET: a picture the customer sent, for their own screen."""
    with tenant_scope(channel.tenant_id):
        found = SimulatedPicture.objects.filter(sid=sid, message__phone__channel=channel).first()
    return media.as_response(found) if found else problem("There is no such picture.", 404)


def _moment(text: str) -> datetime | None:
    """A cursor of ours; anything else starts from the beginning."""
    try:
        moment = parse_datetime(text)
    except ValueError:
        return None
    return moment if moment and moment.tzinfo else None


def news_since(phone: SimulatedPhone, after: datetime | None, *, slug: str, now: datetime) -> dict[str, Any]:
    """Messages changed after the cursor, oldest first; the overlap catches what was not yet committed."""
    with tenant_scope(phone.tenant_id):
        phone.refresh_from_db(fields=["typing_until"])
        rows = SimulatedMessage.objects.filter(phone=phone).prefetch_related("pictures")
        changed = rows.filter(updated_at__gt=after - OVERLAP) if after else rows
        found = list(changed.order_by("-created_at", "-id")[:MAX_SHOWN])
    shown = [bubble(message, slug) for message in reversed(found) if _is_on_phone(message)]
    is_typing = phone.typing_until is not None and phone.typing_until > now
    money = since(phone, after - OVERLAP if after else None, now=now)
    return {"cursor": now.isoformat(), "typing": is_typing, "messages": shown, "money": money}


def news_of_one(message: SimulatedMessage, slug: str) -> dict[str, Any]:
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


def since(phone: SimulatedPhone, after: datetime | None, *, now: datetime) -> dict[str, Any]:
    """The open prompt, and events after the moment, oldest first; what is told twice has the same id."""
    prompt = prompts.find_open(phone.tenant_id, phone.msisdn, now=now)
    numbers = [phone.msisdn, ""] if phone.is_hidden else [phone.msisdn]
    with tenant_scope(phone.tenant_id):
        rows = SimulatedMoneyEvent.objects.filter(msisdn__in=numbers)
        fresh = rows.filter(created_at__gt=after) if after else rows
        found = list(fresh.order_by("-created_at", "-id")[:MAX_EVENTS])
    shown = None
    if prompt is not None:
        left = max(0, round((prompt.expires_at - now).total_seconds()))
        shown = {"id": prompt.checkout_request_id, "text": prompt.text, "seconds": left}
    return {"prompt": shown, "events": [_event(event) for event in reversed(found)]}


def _event(event: SimulatedMoneyEvent) -> dict[str, Any]:
    return {
        "id": event.id.hex,
        "kind": event.kind,
        "text": event.text,
        "at": event.created_at.isoformat(),
        "wire": event.wire,
    }


def why_of(channel: Channel, sid: str) -> dict[str, Any] | None:
    """Everything known about a message of this channel; None when there is no such message."""
    with tenant_scope(channel.tenant_id):
        message = SimulatedMessage.objects.filter(sid=sid, phone__channel=channel).first()
        if message is None:
            return None
        turn = _turn(message, channel)
        return {
            "sid": message.sid,
            "from": "customer" if message.direction == SimulatedMessage.Direction.INBOUND else "business",
            "status": message.status,
            "at": message.created_at.isoformat(),
            "form": message.form,
            "turn": explain.explain(turn) if turn else None,
        }


def _turn(message: SimulatedMessage, channel: Channel) -> Turn | None:
    is_inbound = message.direction == SimulatedMessage.Direction.INBOUND
    rows = InboundMessage.objects if is_inbound else OutboundMessage.objects
    row = rows.select_related("turn").filter(channel=channel, provider_id=message.sid).first()
    return row.turn if row else None
