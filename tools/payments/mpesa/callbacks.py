"""Safaricom's reports and questions over HTTP. 200 for whatever is told; 404 for an address that we never gave out."""

from uuid import UUID

import structlog
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import path
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from tenants.client_address import is_in, shown_address
from tenants.scope import tenant_scope
from tools.payments import callbacks, tasks
from tools.payments.contract import CallbackPurpose
from tools.payments.models import PaymentAccount
from tools.payments.mpesa import c2b, stk, transaction
from tools.payments.mpesa.purposes import PAYBILL, RESULT, STK

log = structlog.get_logger(__name__)
TAKEN = {"ResultCode": 0, "ResultDesc": "Success"}
KNOWN_TO_OTHERS = (
    "Somebody who is not Safaricom knows one of our addresses: a report came from {address}. Make new addresses; if it "
    "was Safaricom after all, add that address to TULIA_SAFARICOM_ADDRESSES."
)


@csrf_exempt
@require_POST
def stk_result(request: HttpRequest, token: str, payment_id: UUID) -> HttpResponse:
    """How an STK request ended: kept, and the payment asked about; never believed by itself."""
    account = _account(request, token, STK)
    effect = stk.take_callback(account, payment_id, callbacks.body_of(request), now=timezone.now())
    if effect == "noted":
        tasks.ask_soon(account.tenant_id, payment_id)
    log.info("payments.callback.stk", effect=effect)
    return JsonResponse(TAKEN)


@csrf_exempt
@require_POST
def validate(request: HttpRequest, token: str) -> HttpResponse:
    """Whether the money may come. Safaricom waits eight seconds for this."""
    account = _account(request, token, PAYBILL)
    code = c2b.validate(account, callbacks.body_of(request))
    log.info("payments.callback.validation", code=code)
    return JsonResponse({"ResultCode": code, "ResultDesc": "Accepted" if code == "0" else "Rejected"})


@csrf_exempt
@require_POST
def confirm(request: HttpRequest, token: str) -> HttpResponse:
    """Money has come."""
    account = _account(request, token, PAYBILL)
    effect = c2b.confirm(account, callbacks.body_of(request), now=timezone.now())
    log.info("payments.callback.confirmation", effect=effect)
    return JsonResponse(TAKEN)


@csrf_exempt
@require_POST
def transaction_result(request: HttpRequest, token: str, incoming_id: UUID, secret: str) -> HttpResponse:
    """An answer to what we asked about a single transaction, which comes apart from the question."""
    account = _account(request, token, RESULT)
    body = callbacks.body_of(request)
    effect = transaction.take_callback(account, incoming_id, secret, body, now=timezone.now())
    log.info("payments.callback.transaction", effect=effect)
    return JsonResponse(TAKEN)


@csrf_exempt
@require_POST
def list_opened(request: HttpRequest, token: str) -> HttpResponse:
    """Safaricom tells that its list is open. Nothing follows, for we ask for the list ourselves."""
    _account(request, token, RESULT)
    return JsonResponse(TAKEN)


def _account(request: HttpRequest, token: str, purpose: CallbackPurpose) -> PaymentAccount:
    """Only Safaricom's own addresses report what M-Pesa did, wherever the network shows who calls."""
    account = callbacks.find_account(request, token, purpose)
    networks, address = settings.TULIA.safaricom_networks, shown_address(request)
    if networks is None or address is None or is_in(address, networks):
        return account
    log.warning("payments.callback.refused", reason="not_safaricom", address=str(address))
    with tenant_scope(account.tenant_id):
        untroubled = PaymentAccount.objects.filter(pk=account.pk, problem="")
        untroubled.update(problem=KNOWN_TO_OTHERS.format(address=address))
    raise Http404


urlpatterns = [
    path("hooks/stk/<str:token>/<uuid:payment_id>/", stk_result, name="payment-hook-stk"),
    path("hooks/c2b/<str:token>/validate/", validate, name="payment-hook-validate"),
    path("hooks/c2b/<str:token>/confirm/", confirm, name="payment-hook-confirm"),
    path("hooks/results/<str:token>/<uuid:incoming_id>/<str:secret>/", transaction_result, name="payment-hook-result"),
    path("hooks/results/<str:token>/list/", list_opened, name="payment-hook-pull"),
]
