"""PesaPal's pokes, and the page to which a customer comes back from entering a card."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

import structlog
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt

from conversations.hooks import envelope
from tenants.models import Channel, Tenant
from tenants.scope import tenant_scope
from tools.payments import hearing, tasks
from tools.payments.callback_tokens import Purpose
from tools.payments.models import PaymentAccount

log = structlog.get_logger(__name__)
MOST = 200


@csrf_exempt
def hear(request: HttpRequest, token: str) -> HttpResponse:
    """GET or POST: a payment has changed. 200 in the form that PesaPal wants, or it repeats itself."""
    if request.method not in ("GET", "POST"):
        return HttpResponseNotAllowed(["GET", "POST"])
    account = envelope.find_account(request, token, Purpose.CARD)
    told = _fields(_query(request) if request.method == "GET" else envelope.body_of(request))
    tracking_id = told.get("ordertrackingid", "")
    effect = _poked(account, tracking_id, told)
    log.info("hooks.card.heard", effect=effect)
    answer = {
        "orderNotificationType": told.get("ordernotificationtype", ""),
        "orderTrackingId": tracking_id,
        "orderMerchantReference": told.get("ordermerchantreference", ""),
        "status": 200,
    }
    return JsonResponse(answer)


def done(request: HttpRequest, payment_id: UUID) -> HttpResponse:
    """GET: nothing but the way back. What became of the payment, PesaPal tells us, and we the customer."""
    if request.method != "GET":
        return HttpResponseNotAllowed(["GET"])
    told = _fields(_query(request))
    returned = hearing.hear_return(payment_id, told.get("ordertrackingid", ""), told, now=timezone.now())
    if returned is None:
        raise Http404
    tenant_id, is_waiting = returned
    if is_waiting:
        tasks.ask_soon(tenant_id, payment_id)
    with tenant_scope(tenant_id):
        name = Tenant.objects.values_list("name", flat=True).get()
        channel = Channel.objects.filter(is_active=True).order_by("created_at").first()
    number = channel.sender.removeprefix("whatsapp:+") if channel else ""
    return render(request, "hooks/done.html", {"name": name, "number": number if number.isdigit() else ""})


def _poked(account: PaymentAccount, tracking_id: str, told: Mapping[str, str]) -> str:
    effect, payment_id = hearing.hear_card(account, tracking_id, told, now=timezone.now())
    if payment_id is not None:
        tasks.ask_soon(account.tenant_id, payment_id)
    return effect


def _query(request: HttpRequest) -> dict[str, Any]:
    told: dict[str, Any] = envelope.storable(request.GET.dict())
    return told


def _fields(told: Mapping[str, Any]) -> dict[str, str]:
    """By lower-case names, for PesaPal writes them in more than one way."""
    plain = {name.lower(): value for name, value in told.items() if isinstance(value, str)}
    return {name[:60]: value[:MOST] for name, value in list(plain.items())[:20]}
