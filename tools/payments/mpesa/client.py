"""Safaricom's Daraja over HTTP: where it is, its access token, and what its codes and words say of a request."""

import base64
from datetime import datetime
from decimal import Decimal, InvalidOperation
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings

from tools.payments import access_tokens
from tools.payments.models import PaymentAccount
from tools.payments.mpesa import codes
from tools.providers import (
    Busy,
    Exchanges,
    NotSent,
    OutcomeUnknown,
    ProviderAnswer,
    Refused,
    Request,
    Unauthorised,
    ask,
)
from tools.providers.connection import ConnectionReport

CODE = "daraja"
Environment = PaymentAccount.Environment
HOSTS = {
    Environment.SANDBOX: "https://sandbox.safaricom.co.ke",
    Environment.LIVE: "https://api.safaricom.co.ke",
}
OAUTH = "/oauth/v1/generate"
# How long a token lives by Safaricom's page, should an answer not say.
TOKEN_SECONDS = 3599
BAD_TOKENS = frozenset({"404.001.03", "400.003.01"})
WRONG_KEYS = "Safaricom did not take the consumer key and secret. Copy them again."
# One code stands for many things; these words tell them apart.
LOCKED = "unable to lock subscriber"
OVERLOADED = frozenset({"500.003.02", "500.003.03"})
# Daraja writes and reads times without a zone, and means Nairobi's.
NAIROBI = ZoneInfo("Africa/Nairobi")
TIMESTAMP = "%Y%m%d%H%M%S"


def base_url(account: PaymentAccount) -> str:
    """The configured stand-in, the simulator on a demo installation, otherwise Safaricom's own host."""
    return settings.TULIA.daraja_base_url or HOSTS[Environment(account.environment)]


def signed(account: PaymentAccount, now: datetime) -> dict[str, Any]:
    """The short code with its password, which is made of the very timestamp beside it, in Nairobi's time."""
    timestamp = now.astimezone(NAIROBI).strftime(TIMESTAMP)
    password = base64.b64encode(f"{account.short_code}{account.passkey}{timestamp}".encode()).decode()
    return {"BusinessShortCode": int(account.short_code), "Password": password, "Timestamp": timestamp}


def test_connection(account: PaymentAccount, exchanges: Exchanges) -> ConnectionReport:
    """Make a token with the account's keys."""
    try:
        _fetch(account, exchanges)
    except Refused as error:
        return ConnectionReport(is_ok=False, sentence=f"Safaricom refused: {error.message}")
    except (NotSent, OutcomeUnknown) as error:
        return ConnectionReport(is_ok=False, sentence=f"Safaricom could not be reached: {error}")
    return ConnectionReport(is_ok=True, sentence="Connected to Safaricom.")


def post(account: PaymentAccount, path: str, body: dict[str, Any], exchanges: Exchanges) -> ProviderAnswer:
    """With a token; a token that is refused was surely not acted upon, so a new one is tried once."""
    for _ in range(2):
        token = access_tokens.get(account, lambda: _fetch(account, exchanges))
        answer = ask(Request(method="POST", url=base_url(account) + path, json=body, token=token), exchanges)
        if answer.status != 401 and code_of(answer) not in BAD_TOKENS:
            return answer
        access_tokens.drop(account, token)
    raise Unauthorised(code_of(answer) or "401", "Safaricom does not let this app do this. Is the product switched on?")


def _fetch(account: PaymentAccount, exchanges: Exchanges) -> tuple[str, int]:
    """A new token. Nothing is caused by asking for one, so no answer means as little as no connection."""
    login = (account.consumer_key, account.consumer_secret)
    request = Request(
        method="GET", url=base_url(account) + OAUTH, query={"grant_type": "client_credentials"}, login=login
    )
    try:
        answer = ask(request, exchanges)
    except OutcomeUnknown as error:
        raise NotSent(str(error)) from error
    token = answer.body.get("access_token")
    if answer.is_ok and isinstance(token, str) and token:
        return token, _seconds(answer.body.get("expires_in"))
    if answer.status in (400, 401, 403):  # wrong keys: 400, and nothing in it
        raise Unauthorised(code_of(answer) or str(answer.status), WRONG_KEYS)
    raise NotSent(f"Safaricom answered {answer.status} and gave no token")


def _seconds(told: Any) -> int:
    try:
        return int(told)
    except (TypeError, ValueError):
        return TOKEN_SECONDS


def taken(answer: ProviderAnswer) -> ProviderAnswer:
    """The answer, if the request was taken; otherwise what its code and words say."""
    code, message = code_of(answer), message_of(answer)
    if answer.is_ok and not code:
        if codes.name(answer.body.get("ResponseCode")) in ("", "0"):
            return answer
        refusal = codes.name(answer.body.get("ResponseCode"))
        raise Refused(refusal, str(answer.body.get("ResponseDescription", ""))[:300])
    if not code:
        raise OutcomeUnknown(f"Safaricom answered {answer.status} without a reason")
    if LOCKED in message.lower():
        raise Busy(message)
    if code in OVERLOADED or code.startswith("500.003"):
        raise NotSent(f"{code}: {message}")
    raise Refused(code, message)


def code_of(answer: ProviderAnswer) -> str:
    return codes.name(answer.body.get("errorCode"))


def message_of(answer: ProviderAnswer) -> str:
    """Daraja's words about an error; empty when it tells none."""
    return str(answer.body.get("errorMessage", ""))[:300]


def money(told: Any) -> Decimal | None:
    """An amount as Daraja writes it; None when it is none that can be."""
    try:
        amount = Decimal(str(told)).quantize(Decimal("0.01"))
    except InvalidOperation:
        return None
    return amount if amount.is_finite() and amount < Decimal(10) ** 9 else None
