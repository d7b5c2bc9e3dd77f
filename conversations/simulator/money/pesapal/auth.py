"""PesaPal's tokens: five minutes of access for a consumer key and secret."""

from datetime import UTC, timedelta
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt

from conversations.simulator.money import merchants
from conversations.simulator.money.pesapal import wire

# PesaPal's own figure.
LASTS = timedelta(minutes=5)


@csrf_exempt
def request_token(request: HttpRequest) -> HttpResponse:
    """POST consumer_key, consumer_secret."""
    try:
        return JsonResponse(_token(wire.body(request, "POST")))
    except wire.Refused as refused:
        return wire.answer(refused)


def _token(told: dict[str, Any]) -> dict[str, Any]:
    merchant = merchants.find_by_keys(wire.text(told, "consumer_key"), wire.text(told, "consumer_secret"))
    if merchant is None:
        raise wire.Refused("invalid_consumer_key_or_secret_provided", "")
    token = merchants.new_token(merchant, merchants.Provider.PESAPAL, lasts=LASTS, now=timezone.now())
    expires = token.expires_at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%f0Z")
    return {"token": token.token, "expiryDate": expires, "message": "Request processed successfully", **wire.OK}
