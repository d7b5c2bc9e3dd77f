"""What Safaricom says about money that came by itself: how one transaction stands, and its list of all of them."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal, InvalidOperation
from typing import Any, Literal

from django.utils import timezone
from django.utils.dateparse import parse_datetime

from tools.payments.daraja import codes
from tools.payments.daraja.client import message_of, post, taken
from tools.payments.daraja.requests import NAIROBI
from tools.payments.models import PaymentAccount
from tools.payments.wire import Exchanges, Refused, Unknown, redact

STATUS = "/mpesa/transactionstatus/v1/query"
PULL_REGISTER, PULL_QUERY = "/pulltransactions/v1/register", "/pulltransactions/v1/query"
MOMENT = "%Y-%m-%d %H:%M:%S"
# Safaricom's page says "0 means success" beside 1000 in its table and its samples: either is taken.
REGISTERED, LISTED, NONE_LISTED = ("1000", "1001"), ("1000", "0"), "1001"
NOTHING_THERE = "does not have any available transactions"
ORGANISATION = "4"
ENDED = frozenset({"cancelled", "declined", "expired", "failed", "reversed", "rejected"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Transaction:
    """How one transaction stands; `words` are Safaricom's own."""

    state: Literal["completed", "ended", "unknown"]
    words: str
    receipt: str = ""
    amount: Decimal | None = None
    receiver: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """One line of the list."""

    receipt: str
    amount: Decimal
    reference: str
    phone: str
    at: datetime | None


def ask_transaction(account: PaymentAccount, *, receipt: str, result: str, exchanges: Exchanges) -> None:
    """Ask how a transaction stands; the answer is posted to `result`. Raises NotSent, Busy, Refused or Unknown."""
    body = {
        "Initiator": account.initiator,
        "SecurityCredential": account.security_credential,
        "CommandID": "TransactionStatusQuery",
        "TransactionID": receipt,
        "PartyA": account.customer_number,
        "IdentifierType": ORGANISATION,
        "ResultURL": result,
        "QueueTimeOutURL": result,
        "Remarks": "Reconciliation",
        "Occasion": "",
    }
    taken(post(account, STATUS, body, exchanges))


def read_transaction(body: Mapping[str, Any]) -> Transaction | None:
    """The answer as it is posted; None when it is none."""
    result = body.get("Result")
    if not isinstance(result, dict) or not (code := codes.name(result.get("ResultCode"))):
        return None
    if code != "0":
        return Transaction(state="unknown", words=f"{code}: {result.get('ResultDesc', '')}"[:200])
    inner = result.get("ResultParameters")
    pairs = inner.get("ResultParameter") if isinstance(inner, dict) else None
    told = {
        str(each.get("Key")): redact.storable(str(each.get("Value", "")))
        for each in (pairs if isinstance(pairs, list) else [])
        if isinstance(each, dict)
    }
    words = told.get("TransactionStatus", "")
    state: Literal["completed", "ended", "unknown"] = (
        "completed" if words.lower() == "completed" else "ended" if words.lower() in ENDED else "unknown"
    )
    return Transaction(
        state=state,
        words=words[:200],
        receipt=told.get("ReceiptNo", "").upper()[:40],
        amount=_money(told.get("Amount")),
        receiver=told.get("CreditPartyName", ""),
    )


def register_pull(account: PaymentAccount, *, callback: str, exchanges: Exchanges) -> None:
    """Have the list opened for this number, once; raises like `ask_transaction`."""
    body = {
        "ShortCode": account.customer_number,
        "RequestType": "Pull",
        "NominatedNumber": account.nominated_number,
        "CallBackURL": callback,
    }
    answer = post(account, PULL_REGISTER, body, exchanges)
    code = codes.name(answer.body.get("ResponseStatus"))
    if not code:
        taken(answer)
        raise Unknown("the answer has no status")
    if code not in REGISTERED:
        raise Refused(code, str(answer.body.get("ResponseDescription", ""))[:300])


def list_transactions(
    account: PaymentAccount, *, start: datetime, end: datetime, offset: int, exchanges: Exchanges
) -> list[Listed]:
    """A page of what came between the two, from this place on; empty after the last. Raises as the others do."""
    body = {
        "ShortCode": account.customer_number,
        "StartDate": start.astimezone(NAIROBI).strftime(MOMENT),
        "EndDate": end.astimezone(NAIROBI).strftime(MOMENT),
        "OffSetValue": str(offset),
    }
    answer = post(account, PULL_QUERY, body, exchanges)
    told = list(_lines(answer.body))
    exchanges[-1].response_body = f"{len(told)} transactions"  # everybody's: not to be kept a second time
    code = codes.name(answer.body.get("ResponseCode"))
    if code == NONE_LISTED or NOTHING_THERE in message_of(answer).lower():
        return []
    if code not in LISTED:
        taken(answer)
        raise Unknown("the answer has no code that is known")
    listed = [line for each in told if (line := _line(each))]
    if told and not listed:
        raise Unknown("none of the lines can be read")
    return listed


def _lines(body: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """They come in a list inside a list, also as text, under a name that has changed over the years."""
    rest: list[Any] = [body.get(name) for name in ("Response", "Transactions", "Transaction")]
    while rest:
        each = rest.pop(0)
        if isinstance(each, str) and each.lstrip().startswith("["):
            rest.append(_parsed(each))
        elif isinstance(each, list):
            rest.extend(each)
        elif isinstance(each, dict):
            yield each


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return {}  # a line that cannot be read


def _line(told: Mapping[str, Any]) -> Listed | None:
    receipt, amount = str(told.get("transactionId") or "").upper(), _money(told.get("amount"))
    if not (receipt.isascii() and receipt.isalnum() and len(receipt) <= 40) or not amount or amount < 0:
        return None
    return Listed(
        receipt=receipt,
        amount=amount,
        reference=redact.storable(str(told.get("billreference") or "")),
        phone=redact.storable(str(told.get("msisdn") or "")),
        at=_moment(told.get("trxDate")),
    )


def _money(told: Any) -> Decimal | None:
    try:
        amount = Decimal(str(told)).quantize(Decimal("0.01"))
    except InvalidOperation:
        return None
    return amount if amount.is_finite() and amount < Decimal(10) ** 9 else None


def _moment(told: Any) -> datetime | None:
    try:
        at = parse_datetime(str(told))
    except ValueError:
        return None
    return timezone.make_aware(at, NAIROBI) if at is not None and timezone.is_naive(at) else at
