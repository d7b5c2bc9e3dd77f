"""PesaPal's pokes over HTTP, and the page to which a customer comes back from entering a card."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

import structlog
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import path
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_http_methods

from tenants.models import Channel, Tenant
from tenants.scope import tenant_scope
from tools.payments import callbacks, tasks
from tools.payments.models import PaymentAccount
from tools.payments.pesapal import card
from tools.payments.pesapal.purposes import CARD

log = structlog.get_logger(__name__)
# What is kept of a field that anybody may post.
MOST = 200


@csrf_exempt
@require_http_methods(["GET", "POST"])
def changed(request: HttpRequest, token: str) -> HttpResponse:
    """GET or POST: a payment has changed. 200 in the form that PesaPal wants, or it repeats itself."""
    account = callbacks.find_account(request, token, CARD)
    told = _fields(_query(request) if request.method == "GET" else callbacks.body_of(request))
    tracking_id = told.get("ordertrackingid", "")
    effect = _poked(account, tracking_id, told)
    log.info("payments.callback.card", effect=effect)
    answer = {
        "orderNotificationType": told.get("ordernotificationtype", ""),
        "orderTrackingId": tracking_id,
        "orderMerchantReference": told.get("ordermerchantreference", ""),
        "status": 200,
    }
    return JsonResponse(answer)


@require_GET
def done(request: HttpRequest, payment_id: UUID) -> HttpResponse:
    """GET: nothing but the way back. What became of the payment, PesaPal tells us, and we the customer."""
    told = _fields(_query(request))
    returned = card.take_return(payment_id, told.get("ordertrackingid", ""), told, now=timezone.now())
    if returned is None:
        raise Http404
    tenant_id, is_waiting = returned
    if is_waiting:
        tasks.ask_soon(tenant_id, payment_id)
    with tenant_scope(tenant_id):
        name = Tenant.objects.values_list("name", flat=True).get()
        channel = Channel.objects.filter(is_active=True, kind="whatsapp").order_by("created_at").first()
    number = channel.sender.removeprefix("whatsapp:+") if channel else ""
    return render(request, "payments/done.html", {"name": name, "number": number if number.isdigit() else ""})


def _poked(account: PaymentAccount, tracking_id: str, told: Mapping[str, str]) -> str:
    effect, payment_id = card.take_callback(account, tracking_id, told, now=timezone.now())
    if payment_id is not None:
        tasks.ask_soon(account.tenant_id, payment_id)
    return effect


def _query(request: HttpRequest) -> dict[str, Any]:
    told: dict[str, Any] = callbacks.storable(request.GET.dict())
    return told


def _fields(told: Mapping[str, Any]) -> dict[str, str]:
    """By lower-case names, for PesaPal writes them in more than one way."""
    plain = {name.lower(): value for name, value in told.items() if isinstance(value, str)}
    return {name[:60]: value[:MOST] for name, value in list(plain.items())[:20]}


urlpatterns = [
    path("hooks/cards/<str:token>/ipn/", changed, name="payment-hook-card"),
    path("cards/<uuid:payment_id>/done/", done, name="payment-card-done"),
]
