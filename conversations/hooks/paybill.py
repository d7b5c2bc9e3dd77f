"""Safaricom's questions and reports about paybill and till money, answered from our own tables."""

import structlog
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt

from conversations.hooks import envelope
from tools.payments import hearing
from tools.payments.callback_tokens import Purpose

log = structlog.get_logger(__name__)


@csrf_exempt
def validate(request: HttpRequest, token: str) -> HttpResponse:
    """POST: whether the money may come. Safaricom waits eight seconds for this."""
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    account = envelope.find_account(request, token, Purpose.PAYBILL)
    code = hearing.validate(account, envelope.body_of(request))
    log.info("hooks.paybill.validated", code=code)
    return JsonResponse({"ResultCode": code, "ResultDesc": "Accepted" if code == "0" else "Rejected"})


@csrf_exempt
def confirm(request: HttpRequest, token: str) -> HttpResponse:
    """POST: money has come. 200 for whatever is told; 404 for an address that we never gave out."""
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    account = envelope.find_account(request, token, Purpose.PAYBILL)
    effect = hearing.confirm(account, envelope.body_of(request), now=timezone.now())
    log.info("hooks.paybill.confirmed", effect=effect)
    return JsonResponse({"ResultCode": 0, "ResultDesc": "Success"})
