"""Safaricom's report of a prompt: kept, and the payment asked about; never believed by itself."""

from uuid import UUID

import structlog
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt

from conversations.hooks import envelope
from tools.payments import hearing, tasks
from tools.payments.callback_tokens import Purpose

log = structlog.get_logger(__name__)


@csrf_exempt
def hear(request: HttpRequest, token: str, payment_id: UUID) -> HttpResponse:
    """POST: 200 for whatever comes; 404 for an address that we never gave out."""
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    account = envelope.find_account(request, token, Purpose.PROMPT)
    effect = hearing.hear_prompt(account, payment_id, envelope.body_of(request), now=timezone.now())
    if effect == "noted":
        tasks.ask_soon(account.tenant_id, payment_id)
    log.info("hooks.prompt.heard", effect=effect)
    return JsonResponse({"ResultCode": 0, "ResultDesc": "Success"})
