"""PesaPal's API 3.0: a page for a card, how its payment stands, and asking for money to be given back."""

from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal, InvalidOperation
from typing import Any

from django.conf import settings
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from tools.payments import access_tokens
from tools.payments.contract import AcceptedCharge, ProviderStatus, State
from tools.payments.models import PaymentAccount
from tools.providers import Exchanges, NotSent, OutcomeUnknown, ProviderAnswer, Refused, Request, Unauthorised, ask
from tools.providers.connection import ConnectionReport

CODE = "pesapal"
Environment = PaymentAccount.Environment
HOSTS = {
    Environment.SANDBOX: "https://cybqa.pesapal.com/pesapalv3",
    Environment.LIVE: "https://pay.pesapal.com/v3",
}
TOKEN, REGISTER = "/api/Auth/RequestToken", "/api/URLSetup/RegisterIPN"
SUBMIT, STATUS = "/api/Transactions/SubmitOrderRequest", "/api/Transactions/GetTransactionStatus"
REFUND = "/api/Transactions/RefundRequest"
# PesaPal's tokens last five minutes, whatever a clock that differs from ours says.
MOST_TOKEN_SECONDS = 300
NOT_PAID_YET = "payment_details_not_found"
STATES: dict[str, State] = {"0": "pending", "1": "paid", "2": "failed", "3": "reversed"}
REASONS = {"request_terminated_by_user": "cancelled", "insufficient_funds": "insufficient_funds"}


def base_url(account: PaymentAccount) -> str:
    """The configured stand-in, the simulator on a demo installation, otherwise PesaPal's own host."""
    return settings.TULIA.pesapal_base_url or HOSTS[Environment(account.environment)]


def register_ipn(account: PaymentAccount, *, url: str, exchanges: Exchanges) -> str:
    """Name our address; PesaPal's id of it. Raises NotSent, Refused or OutcomeUnknown, as all of these do."""
    body = {"url": url, "ipn_notification_type": "GET"}
    return _text(_taken(_ask(account, "POST", REGISTER, exchanges, json=body)), "ipn_id")


def submit(
    account: PaymentAccount, *, reference: str, amount: Decimal, currency: str, description: str, callback: str,
    billing: Mapping[str, str], exchanges: Exchanges,
) -> AcceptedCharge:  # fmt: skip
    """Have a page made for this amount, once."""
    body = {
        "id": reference,
        "currency": currency,
        "amount": float(amount),
        "description": description[:100],
        "callback_url": callback,
        "notification_id": account.ipn_id,
        "billing_address": dict(billing),
    }
    answer = _taken(_ask(account, "POST", SUBMIT, exchanges, json=body))
    return AcceptedCharge(provider_id=_text(answer, "order_tracking_id"), redirect_url=_text(answer, "redirect_url"))


def status(account: PaymentAccount, *, tracking_id: str, exchanges: Exchanges) -> ProviderStatus:
    """How a card payment stands. Until the card is entered PesaPal answers with an error, which is none."""
    answer = _ask(account, "GET", STATUS, exchanges, query={"orderTrackingId": tracking_id})
    code, _ = _error(answer)
    if code == NOT_PAID_YET:
        return ProviderStatus(state="pending", code=code)
    told = _taken(answer).body
    number = str(told.get("status_code", ""))
    if number not in STATES:
        raise OutcomeUnknown("the answer has no status")
    state = STATES[number]
    why = str(told.get("payment_status_code") or "")[:20]
    return ProviderStatus(
        state=state,
        code=why or number,
        reason=REASONS.get(why, "declined") if state == "failed" else "",
        sentence=f"PesaPal: {told.get('payment_status_description') or state}. {told.get('description') or ''}"[:300],
        receipt=str(told.get("confirmation_code") or "")[:40],
        amount=_decimal(told.get("amount")),
        currency=str(told.get("currency") or ""),
        reference=str(told.get("merchant_reference") or ""),
    )


def refund(
    account: PaymentAccount, *, receipt: str, amount: Decimal, by: str, remarks: str, exchanges: Exchanges
) -> None:
    """Ask for money to be given back; a person at PesaPal's approves it, and the status tells later."""
    body = {"confirmation_code": receipt, "amount": f"{amount:.2f}", "username": by, "remarks": remarks}
    _taken(_ask(account, "POST", REFUND, exchanges, json=body))


def test_connection(account: PaymentAccount, exchanges: Exchanges) -> ConnectionReport:
    """Make a token with the account's keys."""
    try:
        _fetch(account, exchanges)
    except Refused as error:
        return ConnectionReport(is_ok=False, sentence=f"PesaPal refused these keys ({error.code}). Copy them again.")
    except (NotSent, OutcomeUnknown) as error:
        return ConnectionReport(is_ok=False, sentence=f"PesaPal could not be reached: {error}")
    return ConnectionReport(is_ok=True, sentence="Connected to PesaPal.")


def _ask(
    account: PaymentAccount, method: str, path: str, exchanges: Exchanges, *,
    json: dict[str, Any] | None = None, query: dict[str, str] | None = None,
) -> ProviderAnswer:  # fmt: skip
    """With a token; a token that is refused was surely not acted upon, so a new one is tried once."""
    for _ in range(2):
        token = access_tokens.get(account, lambda: _fetch(account, exchanges))
        request = Request(method=method, url=base_url(account) + path, json=json, query=query or {}, token=token)
        answer = ask(request, exchanges)
        if answer.status != 401 and "token" not in _error(answer)[0]:
            return answer
        access_tokens.drop(account, token)
    raise Unauthorised(_error(answer)[0] or "401", "PesaPal does not take this account's token.")


def _fetch(account: PaymentAccount, exchanges: Exchanges) -> tuple[str, int]:
    """A new token. Nothing is caused by asking for one, so no answer means as little as no connection."""
    keys = {"consumer_key": account.consumer_key, "consumer_secret": account.consumer_secret}
    try:
        answer = ask(Request(method="POST", url=base_url(account) + TOKEN, json=keys), exchanges)
    except OutcomeUnknown as error:
        raise NotSent(str(error)) from error
    token = answer.body.get("token")
    if isinstance(token, str) and token:
        return token, _seconds(answer.body.get("expiryDate"), timezone.now())
    if code := _error(answer)[0]:
        raise Unauthorised(code, "PesaPal did not take the consumer key and secret.")
    raise NotSent(f"PesaPal answered {answer.status} and gave no token")


def _seconds(expires: Any, now: datetime) -> int:
    """How long a token lives, by PesaPal's clock, which may differ from ours; never more than its five minutes."""
    try:
        at = parse_datetime(str(expires))
    except ValueError:
        at = None
    if at is None or timezone.is_naive(at):
        return MOST_TOKEN_SECONDS
    return min(int((at - now).total_seconds()), MOST_TOKEN_SECONDS)


def _taken(answer: ProviderAnswer) -> ProviderAnswer:
    """The answer, if the request was taken; an error may come with HTTP 200 and a status of its own inside."""
    code, message = _error(answer)
    inner = str(answer.body.get("status", ""))
    if code or (answer.body and inner not in ("", "200")):
        raise Refused(code or inner, message)
    if not answer.is_ok or not answer.body:
        raise OutcomeUnknown(f"PesaPal answered {answer.status} without a reason")
    return answer


def _error(answer: ProviderAnswer) -> tuple[str, str]:
    error = answer.body.get("error")
    if not isinstance(error, dict):
        return "", str(answer.body.get("message") or "")[:300]
    return str(error.get("code") or "")[:80], str(error.get("message") or "")[:300]


def _text(answer: ProviderAnswer, name: str) -> str:
    told = answer.body.get(name)
    if not isinstance(told, str) or not told:
        raise OutcomeUnknown(f"PesaPal's answer has no {name}")
    return told


def _decimal(told: Any) -> Decimal | None:
    try:
        return Decimal(str(told)).quantize(Decimal("0.01"))
    except InvalidOperation:
        return None
