"""Where PesaPal tells that an order changed: registration, the list, and the telling itself."""

from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.http import JsonResponse

from conversations.simulator.money import courier
from conversations.simulator.money.addresses import is_web_address
from conversations.simulator.money.merchants import Merchant
from conversations.simulator.money.models import SimulatedCheckout, SimulatedIpn
from conversations.simulator.money.pesapal import wire
from tenants.scope import tenant_scope

METHODS = ("GET", "POST")


@wire.endpoint("POST")
def register(merchant: Merchant, told: dict[str, Any]) -> JsonResponse:
    """POST url, ipn_notification_type; the same address keeps its id."""
    url, method = wire.text(told, "url"), wire.text(told, "ipn_notification_type").upper()
    if not is_web_address(url):
        raise wire.Refused("invalid_ipn_url", "The IPN URL is invalid")
    if method not in METHODS:
        raise wire.Refused("invalid_ipn_notification_type", "The notification type is GET or POST")
    with tenant_scope(merchant.tenant_id):
        ipn, _ = SimulatedIpn.objects.get_or_create(url=url, method=method)
    return JsonResponse(_as_json(ipn))


@wire.endpoint("GET")
def list_all(merchant: Merchant, told: dict[str, Any]) -> JsonResponse:
    """GET: every registered address."""
    with tenant_scope(merchant.tenant_id):
        found = list(SimulatedIpn.objects.order_by("created_at"))
    return JsonResponse([_as_json(ipn) for ipn in found], safe=False)


def _as_json(ipn: SimulatedIpn) -> dict[str, Any]:
    return {
        "url": ipn.url,
        "created_date": ipn.created_at.isoformat(),
        "ipn_id": str(ipn.id),
        "notification_type": METHODS.index(ipn.method),
        "ipn_notification_type_description": ipn.method,
        "ipn_status": 1,
        "ipn_status_description": "Active",
        **wire.OK,
    }


def tell(tenant_id: UUID, checkout_id: UUID) -> None:
    """Say that the order changed, at the address its merchant chose; not how."""
    with tenant_scope(tenant_id):
        checkout = SimulatedCheckout.objects.select_related("ipn").get(pk=checkout_id)
    method, url, sent = checkout.ipn.method, checkout.ipn.url, notice(checkout, "IPNCHANGE")
    if method == "GET":
        url = f"{url}{'&' if '?' in url else '?'}{urlencode(sent)}"
    parcel = courier.Parcel(
        url=url, json=sent if method == "POST" else None, msisdn=checkout.msisdn, title="IPN", method=method
    )
    courier.carry(tenant_id, parcel)


def notice(checkout: SimulatedCheckout, kind: str) -> dict[str, str]:
    return {
        "OrderTrackingId": str(checkout.id),
        "OrderMerchantReference": checkout.merchant_reference,
        "OrderNotificationType": kind,
    }
