"""The page on which a customer pays by card: a test card is filled in, and nothing is charged."""

import re
from typing import Any
from urllib.parse import urlencode, urlsplit
from uuid import UUID

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.http import require_http_methods

from conversations.simulator.money import merchants
from conversations.simulator.money.merchants import Merchant
from conversations.simulator.money.models import SimulatedCheckout
from conversations.simulator.money.pesapal import ipn, settle
from tenants.scope import tenant_scope

POLICY = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'"
DECLINED_CARD = "4000000000000002"
BRANDS = {"4": "Visa", "5": "MasterCard", "2": "MasterCard", "3": "AmericanExpress"}
LEFT = "request_terminated_by_user"
Status = SimulatedCheckout.Status


@never_cache
@csrf_protect
@require_http_methods(["GET", "POST"])
def show(request: HttpRequest) -> HttpResponse:
    """GET shows the order; POST action=pay, decline or cancel ends it and leads back to the merchant."""
    merchant, checkout = _found(request.GET.get("OrderTrackingId", ""))
    problem = ""
    if request.method == "POST" and checkout.status == Status.PENDING:
        problem = _done(request, checkout)
        if not problem:
            return HttpResponseRedirect(_back(checkout, is_left=request.POST.get("action") == "cancel"))
    response = render(request, "simulator/card.html", _page(request, merchant, checkout) | {"problem": problem})
    response["Content-Security-Policy"] = f"{POLICY}; form-action 'self' {_targets(checkout)}"
    response["Referrer-Policy"] = "same-origin"
    return response


def _page(request: HttpRequest, merchant: Merchant, checkout: SimulatedCheckout) -> dict[str, Any]:
    billing = checkout.billing
    names = (str(billing.get(part) or "") for part in ("first_name", "middle_name", "last_name"))
    return {
        "merchant": merchant,
        "checkout": checkout,
        "amount": f"{checkout.amount:,.2f}",
        "is_open": checkout.status == Status.PENDING,
        "is_paid": checkout.status == Status.COMPLETED,
        "is_reversed": checkout.status == Status.REVERSED,
        "back": _back(checkout, is_left=False),
        "given": request.POST,
        "expiry": f"12/{(timezone.now().year + 3) % 100:02d}",
        "holder": " ".join(filter(None, names)) or "TEST CUSTOMER",
    }


def _found(tracking_id: str) -> tuple[Merchant, SimulatedCheckout]:
    try:
        checkout_id = UUID(tracking_id)
    except ValueError as error:
        raise Http404 from error
    merchant = merchants.find_by_checkout(checkout_id)
    if merchant is None:
        raise Http404
    with tenant_scope(merchant.tenant_id):
        return merchant, SimulatedCheckout.objects.get(pk=checkout_id)


def _done(request: HttpRequest, checkout: SimulatedCheckout) -> str:
    """What is wrong with the card; nothing when the order has ended."""
    action, number = request.POST.get("action", ""), re.sub(r"[^0-9]", "", request.POST.get("number", ""))
    if action == "cancel":
        settle.refuse(checkout, reason=LEFT)
        return ""
    problem = _wrong_with(number, request.POST.get("expiry", ""), request.POST.get("cvv", ""))
    if problem:
        return problem
    card = {"method": BRANDS.get(number[0], "Visa"), "account": f"{number[:4]}********{number[-4:]}"}
    if action == "decline" or number == DECLINED_CARD:
        settle.refuse(checkout, reason="card_declined_by_issuer", **card)
    else:
        settle.pay(checkout, **card, now=timezone.now())
    return ""


def _wrong_with(number: str, expiry: str, cvv: str) -> str:
    if not 13 <= len(number) <= 19 or not _adds_up(number):
        return "This card number is not complete or has a wrong digit."
    month, _, year = expiry.replace(" ", "").partition("/")
    if not re.fullmatch(r"0[1-9]|1[0-2]", month) or not re.fullmatch(r"[0-9]{2}", year):
        return "Write the expiry date as MM/YY."
    now = timezone.now()
    if (2000 + int(year), int(month)) < (now.year, now.month):
        return "This card has expired."
    return "" if re.fullmatch(r"[0-9]{3,4}", cvv) else "The security code has 3 or 4 digits."


def _adds_up(number: str) -> bool:
    """The check digit that every card number ends with."""
    doubled = [int(digit) * (1 + place % 2) for place, digit in enumerate(reversed(number))]
    return sum(digit - 9 * (digit > 9) for digit in doubled) % 10 == 0


def _back(checkout: SimulatedCheckout, *, is_left: bool) -> str:
    url = (is_left and checkout.cancellation_url) or checkout.callback_url
    return f"{url}{'&' if '?' in url else '?'}{urlencode(ipn.notice(checkout, 'CALLBACKURL'))}"


def _targets(checkout: SimulatedCheckout) -> str:
    """Where the form may lead: browsers hold a redirect after a form to this as well."""
    urls = [checkout.callback_url, checkout.cancellation_url, settings.TULIA.base_url]
    return " ".join(sorted({f"{parts.scheme}://{parts.netloc}" for url in urls if (parts := urlsplit(url)).netloc}))
