"""Safaricom's answers to what we ask about single transactions, which come apart from the question."""

from uuid import UUID

import structlog
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt

from conversations.hooks import envelope
from tools.payments.callback_tokens import Purpose
from tools.payments.reconciling import asking

log = structlog.get_logger(__name__)
TAKEN = {"ResultCode": 0, "ResultDesc": "Success"}


@csrf_exempt
def hear(request: HttpRequest, token: str, incoming_id: UUID, secret: str) -> HttpResponse:
    """POST: 200 for whatever comes; 404 for an address that we never gave out."""
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    account = envelope.find_account(request, token, Purpose.RESULT)
    effect = asking.hear(account, incoming_id, secret, envelope.body_of(request), now=timezone.now())
    log.info("hooks.result.heard", effect=effect)
    return JsonResponse(TAKEN)


@csrf_exempt
def hear_of_list(request: HttpRequest, token: str) -> HttpResponse:
    """POST: Safaricom tells that its list is open. Nothing follows, for we ask for the list ourselves."""
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    envelope.find_account(request, token, Purpose.RESULT)
    return JsonResponse(TAKEN)
