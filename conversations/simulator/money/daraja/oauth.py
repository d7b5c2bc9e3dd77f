"""Daraja's tokens: HTTP Basic with the app's keys, an hour of access, and the end of the token before."""

import base64
from datetime import timedelta

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt

from conversations.simulator.money import merchants
from conversations.simulator.money.daraja import wire

# Daraja's own figure, a second less than an hour.
LASTS = timedelta(seconds=3599)


@csrf_exempt
def generate(request: HttpRequest) -> HttpResponse:
    """GET ?grant_type=client_credentials; wrong keys get a 400 with nothing in it, as they do at Safaricom."""
    if request.method != "GET":
        return wire.answer(wire.Refused(wire.BAD_METHOD))
    scheme, _, encoded = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "basic":
        return wire.answer(wire.Refused(wire.BAD_AUTHENTICATION))
    if request.GET.get("grant_type") != "client_credentials":
        return wire.answer(wire.Refused(wire.BAD_GRANT))
    merchant = merchants.find_by_keys(*_keys(encoded))
    if merchant is None:
        return HttpResponse(status=400)
    token = merchants.new_token(merchant, merchants.Provider.DARAJA, lasts=LASTS, now=timezone.now())
    return JsonResponse({"access_token": token.token, "expires_in": str(int(LASTS.total_seconds()))})


def _keys(encoded: str) -> tuple[str, str]:
    try:
        plain = base64.b64decode(encoded, validate=True).decode()
    except ValueError:
        return "", ""
    key, _, secret = plain.partition(":")
    return key, secret
