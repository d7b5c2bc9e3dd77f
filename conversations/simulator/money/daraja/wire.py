"""How Daraja is asked and refuses: tokens of an hour, JSON in, and errors with a request id, a code and a sentence."""

import base64
from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt

from conversations.simulator.money import merchants, plain
from conversations.simulator.money.merchants import Merchant, Provider
from conversations.simulator.money.mpesa import numbers

View = Callable[[Merchant, dict[str, Any]], JsonResponse]
MERCHANT_UNKNOWN = ("500.001.1001", "Merchant does not exist")
WRONG_CREDENTIALS = ("500.001.1001", "Wrong credentials")
SUBSCRIBER_BUSY = (
    "500.001.1001",
    "Unable to lock subscriber, a transaction is already in process for the current subscriber",
)
IN_PROCESS = ("500.001.1001", "The transaction is being processed")
SPIKE = ("500.003.02", "Error Occurred: Spike Arrest Violation")
BROKEN = ("500.003.1001", "Internal Server Error")
BAD_TOKEN = ("404.001.03", "Invalid Access Token")
NOT_FOUND = ("404.001.01", "Resource not found")
BAD_METHOD = ("405.001", "Method Not Allowed")
BAD_PAYLOAD = ("400.002.05", "Invalid Request Payload")
BAD_GRANT = ("400.008.02", "Invalid grant type passed")
BAD_AUTHENTICATION = ("400.008.01", "Invalid authentication type passed")
# Daraja's own figure, a second less than an hour.
LASTS = timedelta(seconds=3599)


class Refused(Exception):
    """Daraja refuses the request with this code; the code begins with the HTTP status."""

    def __init__(self, error: tuple[str, str]) -> None:
        self.code, self.message = error
        super().__init__(self.message)

    @property
    def status(self) -> int:
        return int(self.code.partition(".")[0])


def invalid(field: str) -> Refused:
    return Refused(("400.002.02", f"Bad Request - Invalid {field}"))


def answer(refused: Refused) -> JsonResponse:
    told = {"requestId": numbers.new_request_id(), "errorCode": refused.code, "errorMessage": refused.message}
    return JsonResponse(told, status=refused.status)


@csrf_exempt
def generate_token(request: HttpRequest) -> HttpResponse:
    """GET ?grant_type=client_credentials; wrong keys get a 400 with nothing in it, as they do at Safaricom."""
    if request.method != "GET":
        return answer(Refused(BAD_METHOD))
    scheme, _, encoded = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "basic":
        return answer(Refused(BAD_AUTHENTICATION))
    if request.GET.get("grant_type") != "client_credentials":
        return answer(Refused(BAD_GRANT))
    merchant = merchants.find_by_keys(*_keys(encoded))
    if merchant is None:
        return HttpResponse(status=400)
    token = merchants.new_token(merchant, Provider.DARAJA, lasts=LASTS, now=timezone.now())
    return JsonResponse({"access_token": token.token, "expires_in": str(int(LASTS.total_seconds()))})


def _keys(encoded: str) -> tuple[str, str]:
    try:
        plain = base64.b64decode(encoded, validate=True).decode()
    except ValueError:
        return "", ""
    key, _, secret = plain.partition(":")
    return key, secret


def endpoint(view: View) -> Callable[[HttpRequest], HttpResponse]:
    """A POST that only the holder of a valid token reaches; refusals become Daraja's JSON."""

    @csrf_exempt
    @wraps(view)
    def answered(request: HttpRequest) -> HttpResponse:
        try:
            if request.method != "POST":
                raise Refused(BAD_METHOD)
            return view(_admitted(request), _body(request))
        except Refused as refused:
            return answer(refused)

    return answered


@csrf_exempt
def nothing(request: HttpRequest, rest: str) -> JsonResponse:
    """Any other address."""
    return answer(Refused(NOT_FOUND))


def _admitted(request: HttpRequest) -> Merchant:
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    given = token.strip() if scheme.lower() == "bearer" else ""
    merchant = merchants.find_by_token(Provider.DARAJA, given, now=timezone.now())
    if merchant is None:
        raise Refused(BAD_TOKEN)
    return merchant


def _body(request: HttpRequest) -> dict[str, Any]:
    try:
        return plain.json_object(request.body)
    except ValueError as error:
        raise Refused(BAD_PAYLOAD) from error


def text(body: Mapping[str, Any], field: str) -> str:
    """A field that may come as a number or as text; empty when it is neither."""
    told = body.get(field)
    is_plain = isinstance(told, str | int) and not isinstance(told, bool)
    return str(told).strip() if is_plain else ""
