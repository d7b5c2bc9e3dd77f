"""Acknowledges what providers report of a tenant on its way, and keeps it: they repeat nothing that we refuse."""

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse, JsonResponse

from conversations.moving import held
from tenants.client_address import UNKNOWN, client_address
from tenants.scope import TenantFrozen

# What a report is read and believed by.
KEPT: Final = (
    "Content-Type", "X-Twilio-Signature", "X-Twilio-Webhooks-Signature-Settings", "I-Twilio-Idempotency-Token",
)  # fmt: skip
EMPTY_TWIML: Final = '<?xml version="1.0" encoding="UTF-8"?><Response />'
# By the name of the address, what its provider wants to hear. PesaPal's pokes are not among them: it repeats what
# fails, and its payments are asked about anyway.
ACKNOWLEDGED: Final[dict[str, Callable[[], HttpResponse]]] = {
    "twilio-webhook": lambda: HttpResponse(EMPTY_TWIML, content_type="text/xml"),
    "twilio-status": lambda: HttpResponse(status=204),
    "payment-hook-stk": lambda: JsonResponse({"ResultCode": 0, "ResultDesc": "Success"}),
    "payment-hook-confirm": lambda: JsonResponse({"ResultCode": 0, "ResultDesc": "Success"}),
    "payment-hook-result": lambda: JsonResponse({"ResultCode": 0, "ResultDesc": "Success"}),
}
# A question and no report: the money may come, and is confirmed apart.
ANSWERED: Final[dict[str, Callable[[], HttpResponse]]] = {
    "payment-hook-validate": lambda: JsonResponse({"ResultCode": "0", "ResultDesc": "Accepted"}),
}


class HoldForTheMoving:
    """Where a view met a frozen tenant. Nothing is asked beforehand: PostgreSQL refused the write."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self._get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        name = request.resolver_match.url_name if request.resolver_match else None
        if not isinstance(error, TenantFrozen) or name is None:
            return None
        if name in ANSWERED:
            return ANSWERED[name]()
        if name not in ACKNOWLEDGED:
            return None
        headers = {name: request.headers[name] for name in KEPT if name in request.headers}
        if (address := client_address(request)) != UNKNOWN:
            headers["X-Forwarded-For"] = address
        held.hold(error.tenant_id, path=request.get_full_path(), headers=headers, body=request.body)
        return ACKNOWLEDGED[name]()
