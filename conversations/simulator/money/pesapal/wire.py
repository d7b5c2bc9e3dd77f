"""How PesaPal is asked and refuses: tokens of five minutes, JSON, and errors inside an answer that is often a 200."""

from collections.abc import Callable, Mapping
from datetime import UTC, timedelta
from functools import wraps
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt

from conversations.simulator.money import merchants, plain
from conversations.simulator.money.merchants import Merchant, Provider

View = Callable[[Merchant, dict[str, Any]], JsonResponse]
OK = {"error": None, "status": "200"}
# PesaPal's own figure.
LASTS = timedelta(minutes=5)


class Refused(Exception):
    """PesaPal refuses the request with this code."""

    def __init__(self, code: str, message: str, *, status: int = 200) -> None:
        self.code, self.message, self.status = code, message, status
        super().__init__(message)


def answer(refused: Refused) -> JsonResponse:
    inner = "500" if refused.status == 200 else str(refused.status)
    error = {"error_type": "api_error", "code": refused.code, "message": refused.message}
    return JsonResponse({"error": error, "status": inner, "message": None}, status=refused.status)


@csrf_exempt
def request_token(request: HttpRequest) -> HttpResponse:
    """POST consumer_key, consumer_secret."""
    try:
        return JsonResponse(_token(body(request, "POST")))
    except Refused as refused:
        return answer(refused)


def _token(told: dict[str, Any]) -> dict[str, Any]:
    merchant = merchants.find_by_keys(text(told, "consumer_key"), text(told, "consumer_secret"))
    if merchant is None:
        raise Refused("invalid_consumer_key_or_secret_provided", "")
    token = merchants.new_token(merchant, Provider.PESAPAL, lasts=LASTS, now=timezone.now())
    expires = token.expires_at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%f0Z")
    return {"token": token.token, "expiryDate": expires, "message": "Request processed successfully", **OK}


def endpoint(method: str) -> Callable[[View], Callable[[HttpRequest], HttpResponse]]:
    """A view for the holder of a valid token, handed the JSON of a POST or the query of a GET."""

    def decorate(view: View) -> Callable[[HttpRequest], HttpResponse]:
        @csrf_exempt
        @wraps(view)
        def answered(request: HttpRequest) -> HttpResponse:
            try:
                told = body(request, method)
                return view(_admitted(request), told)
            except Refused as refused:
                return answer(refused)

        return answered

    return decorate


def body(request: HttpRequest, method: str) -> dict[str, Any]:
    """What is asked; raises Refused."""
    if request.method != method:
        raise Refused("method_not_allowed", "The requested resource does not support this method", status=405)
    if method == "GET":
        return {name: request.GET[name] for name in request.GET}
    try:
        return plain.json_object(request.body)
    except ValueError as error:
        raise Refused("invalid_request", "The request is invalid", status=400) from error


def _admitted(request: HttpRequest) -> Merchant:
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    given = token.strip() if scheme.lower() == "bearer" else ""
    merchant = merchants.find_by_token(Provider.PESAPAL, given, now=timezone.now())
    if merchant is None:
        raise Refused("invalid_api_credentials_provided", "Invalid or expired access token", status=401)
    return merchant


def text(told: Mapping[str, Any], field: str) -> str:
    value = told.get(field)
    return value.strip() if isinstance(value, str) else ""


def identifier(told: Mapping[str, Any], field: str) -> UUID | None:
    try:
        return UUID(text(told, field))
    except ValueError:
        return None
