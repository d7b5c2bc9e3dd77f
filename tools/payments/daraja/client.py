"""Safaricom's Daraja: ask a phone for its PIN, ask what became of it, and name our addresses for paybill money."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from tools.payments.daraja import codes, requests
from tools.payments.models import PaymentAccount
from tools.payments.wire import Answer, Busy, Exchanges, NotSent, Refused, Request, Unauthorised, Unknown, ask, tokens
from tools.payments.wire.hosts import base_url
from tools.payments.wire.told import ConnectionReport, Told

PUSH, QUERY = "/mpesa/stkpush/v1/processrequest", "/mpesa/stkpushquery/v1/query"
REGISTER, OAUTH = "/mpesa/c2b/v2/registerurl", "/oauth/v1/generate"
TOKEN_SECONDS = 3599
BAD_TOKENS = frozenset({"404.001.03", "400.003.01"})
WRONG_KEYS = "Safaricom did not take the consumer key and secret. Copy them again."
# One code stands for many things; these words tell them apart.
LOCKED, IN_PROCESS = "unable to lock subscriber", "being processed"
OVERLOADED = frozenset({"500.003.02", "500.003.03"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Pushed:
    """A prompt that Safaricom took."""

    checkout_id: str


def stk_push(
    account: PaymentAccount, *, phone: str, amount: Decimal, reference: str, description: str, callback: str,
    now: datetime, exchanges: Exchanges,
) -> Pushed:  # fmt: skip
    """Send a prompt, once; raises NotSent, Busy, Refused or Unknown. What was asked and answered joins `exchanges`."""
    body = requests.push(
        account, phone=phone, amount=amount, reference=reference, description=description, callback=callback, now=now
    )
    answer = taken(post(account, PUSH, body, exchanges))
    checkout_id = answer.body.get("CheckoutRequestID")
    if not isinstance(checkout_id, str) or not checkout_id:
        raise Unknown("the answer names no checkout")
    return Pushed(checkout_id=checkout_id[:80])


def stk_query(account: PaymentAccount, *, checkout_id: str, now: datetime, exchanges: Exchanges) -> Told:
    """How a prompt stands; raises like `stk_push`. It tells neither receipt nor amount."""
    answer = post(account, QUERY, requests.query(account, checkout_id=checkout_id, now=now), exchanges)
    if not answer.is_ok and IN_PROCESS in message_of(answer).lower():
        return Told(state="pending", code=_code(answer))
    told = taken(answer).body
    code = codes.name(told.get("ResultCode"))
    if not code or told.get("CheckoutRequestID", checkout_id) != checkout_id:
        raise Unknown("the answer is not about this checkout")
    return codes.told(code, str(told.get("ResultDesc", "")))


def register_urls(account: PaymentAccount, *, confirmation: str, validation: str, exchanges: Exchanges) -> None:
    """Name our addresses for paybill and till money; raises like `stk_push`. In production it works once."""
    body = requests.register(account, confirmation=confirmation, validation=validation)
    taken(post(account, REGISTER, body, exchanges))


def test_connection(account: PaymentAccount, exchanges: Exchanges) -> ConnectionReport:
    """Make a token with the account's keys."""
    try:
        _fetch(account, exchanges)
    except Refused as error:
        return ConnectionReport(is_ok=False, sentence=f"Safaricom refused: {error.message}")
    except (NotSent, Unknown) as error:
        return ConnectionReport(is_ok=False, sentence=f"Safaricom could not be reached: {error}")
    return ConnectionReport(is_ok=True, sentence="Connected to Safaricom.")


def post(account: PaymentAccount, path: str, body: dict[str, Any], exchanges: Exchanges) -> Answer:
    """With a token; a token that is refused was surely not acted upon, so a new one is tried once."""
    for _ in range(2):
        token = tokens.get(account, lambda: _fetch(account, exchanges))
        answer = ask(Request(method="POST", url=base_url(account) + path, json=body, token=token), exchanges)
        if answer.status != 401 and _code(answer) not in BAD_TOKENS:
            return answer
        tokens.drop(account, token)
    raise Unauthorised(_code(answer) or "401", "Safaricom does not let this app do this. Is the product switched on?")


def _fetch(account: PaymentAccount, exchanges: Exchanges) -> tuple[str, int]:
    """A new token. Nothing is caused by asking for one, so no answer means as little as no connection."""
    login = (account.consumer_key, account.consumer_secret)
    request = Request(
        method="GET", url=base_url(account) + OAUTH, query={"grant_type": "client_credentials"}, login=login
    )
    try:
        answer = ask(request, exchanges)
    except Unknown as error:
        raise NotSent(str(error)) from error
    token = answer.body.get("access_token")
    if answer.is_ok and isinstance(token, str) and token:
        return token, _seconds(answer.body.get("expires_in"))
    if answer.status in (400, 401, 403):  # wrong keys: 400, and nothing in it
        raise Unauthorised(_code(answer) or str(answer.status), WRONG_KEYS)
    raise NotSent(f"Safaricom answered {answer.status} and gave no token")


def _seconds(told: Any) -> int:
    try:
        return int(told)
    except (TypeError, ValueError):
        return TOKEN_SECONDS


def taken(answer: Answer) -> Answer:
    """The answer, if the request was taken; otherwise what its code and words say."""
    code, message = _code(answer), message_of(answer)
    if answer.is_ok and not code:
        if codes.name(answer.body.get("ResponseCode")) in ("", "0"):
            return answer
        refusal = codes.name(answer.body.get("ResponseCode"))
        raise Refused(refusal, str(answer.body.get("ResponseDescription", ""))[:300])
    if not code:
        raise Unknown(f"Safaricom answered {answer.status} without a reason")
    if LOCKED in message.lower():
        raise Busy(message)
    if code in OVERLOADED or code.startswith("500.003"):
        raise NotSent(f"{code}: {message}")
    raise Refused(code, message)


def _code(answer: Answer) -> str:
    return codes.name(answer.body.get("errorCode"))


def message_of(answer: Answer) -> str:
    """Daraja's words about an error; empty when it tells none."""
    return str(answer.body.get("errorMessage", ""))[:300]
