"""The page itself: tenants, their first phones and a few openers; everything after that is the API's."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET

from conversations.simulator import accounts, phones
from conversations.simulator.models import SimulatedFault, SimulatedPhone
from conversations.simulator.money import merchants
from tenants.models import Channel

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data: blob: https: http:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
WEB_KEY = "web-oasis"
OPENERS: dict[str, tuple[str, ...]] = {
    "duka": (
        "Hi",
        "nataka viatu vya kukimbia chini ya 5000",
        "Do you have phones under 20,000?",
        "Niaje, mko na sneakers?",
    ),
    "mtandao": (
        "Hi",
        "Which data bundles do you have?",
        "Nataka bundle ya wiki nzima",
        "Cheapest home internet",
    ),
    "oasis": (
        "Hi",
        "A room for two this weekend",
        "Mna vyumba vya familia?",
        "What is there to do at the resort?",
    ),
}


@ensure_csrf_cookie
@require_GET
def phone(request: HttpRequest) -> HttpResponse:
    """GET: the phone."""
    lines = [line(channel) for channel in accounts.list_channels()]
    faults = [_fault(SimulatedFault.Kind(kind)) for kind in SimulatedFault.Kind.values]
    response = render(request, "simulator/phone.html", {"start": {"lines": lines, "faults": faults}})
    response["Content-Security-Policy"] = POLICY
    return response


@require_GET
def site(request: HttpRequest) -> HttpResponse:
    """GET: a page of the resort's, with its chat in the corner."""
    response = render(request, "simulator/site.html", {"key": WEB_KEY})
    reached = f"connect-src 'self' {settings.TULIA.streams_url}"
    response["Content-Security-Policy"] = POLICY.replace("connect-src 'self'", reached)
    return response


def line(channel: Channel) -> dict[str, Any]:
    """A tenant as the picker shows it, with the phones that can write to it."""
    tenant = channel.tenant
    return {
        "slug": tenant.slug,
        "name": tenant.name,
        "bot": tenant.bot_name,
        "sender": channel.sender.removeprefix("whatsapp:"),
        "openers": OPENERS.get(tenant.slug, ("Hi",)),
        **_numbers(merchants.of(channel)),
        "phones": [card(phone) for phone in phones.list_of(channel)],
    }


def card(phone: SimulatedPhone) -> dict[str, str]:
    sim = f"+{phone.msisdn}"
    return {"id": str(phone.id), "name": phone.name, "address": phone.bare_address, "sim": sim}


def _numbers(merchant: merchants.Merchant) -> dict[str, Any]:
    is_till = merchant.main == merchant.till
    paybill = merchant.paybill if is_till else merchant.main
    return {"paybill": paybill, "till": merchant.till, "is_till": is_till}


def _fault(kind: SimulatedFault.Kind) -> dict[str, str]:
    about = "payment" if kind in SimulatedFault.MONEY else "reply"
    return {"kind": kind.value, "label": kind.label, "about": about}
