"""Safaricom's list of payments, in the shapes of its own page and the ones that are seen."""

from datetime import UTC, datetime
from decimal import Decimal
from types import SimpleNamespace
from typing import Any

import pytest

from tools.payments.models import PaymentAccount
from tools.payments.mpesa import client, pull
from tools.providers import OutcomeUnknown

START, END = datetime(2020, 8, 4, 5, 36, tzinfo=UTC), datetime(2020, 8, 5, 7, 10, tzinfo=UTC)
# The sample values of the page's own table.
LINE = {
    "transactionId": "LHG31AA5TX", "trxDate": "2020-08-05T10:13:00Z", "msisdn": 72200000, "sender": "MPESA",
    "transactiontype": "c2b-pay-bill-debit", "billreference": "T-1042", "amount": 233.8,
    "organizationname": "Daraja Pull API Test",
}  # fmt: skip


def ask(monkeypatch: pytest.MonkeyPatch, body: dict[str, Any]) -> tuple[dict[str, Any], list[pull.ListedTransaction]]:
    sent: dict[str, Any] = {}

    def post(account: PaymentAccount, path: str, asked: dict[str, Any], exchanges: list[Any]) -> Any:
        sent.update(asked, path=path)
        exchanges.append(SimpleNamespace(response_body=""))
        return SimpleNamespace(body=body, status=200)

    monkeypatch.setattr(client, "post", post)
    monkeypatch.setattr(client, "message_of", lambda answer: str(answer.body.get("errorMessage", "")))
    monkeypatch.setattr(client, "taken", lambda answer: answer)
    account = PaymentAccount(short_code="600000")
    return sent, pull.list_transactions(account, start=START, end=END, offset=100, exchanges=[])


def test_the_question_is_that_of_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    sent, _ = ask(monkeypatch, {"ResponseCode": "1001"})
    assert sent == {
        "path": "/pulltransactions/v1/query", "ShortCode": "600000", "StartDate": "2020-08-04 08:36:00",
        "EndDate": "2020-08-05 10:10:00", "OffSetValue": "100",
    }  # fmt: skip


@pytest.mark.parametrize(
    "body",
    [
        {"ResponseCode": "1000", "ResponseMessage": "Success", "Response": [[LINE]]},
        {"ResponseCode": 1000, "Response": [LINE]},
        {"ResponseCode": "0", "Transactions": [[LINE]]},
        {"ResponseCode": "1000", "Transaction": '[[{"transactionId": "LHG31AA5TX", "amount": "233.80", '
         '"trxDate": "2020-08-05T10:13:00Z", "msisdn": "72200000", "billreference": "T-1042"}]]'},
    ],
)  # fmt: skip
def test_a_line_is_read_wherever_it_stands(monkeypatch: pytest.MonkeyPatch, body: dict[str, Any]) -> None:
    _, (line,) = ask(monkeypatch, body)
    assert (line.receipt, line.amount, line.reference, line.phone) == (
        "LHG31AA5TX", Decimal("233.80"), "T-1042", "72200000",
    )  # fmt: skip
    assert line.at == datetime(2020, 8, 5, 10, 13, tzinfo=UTC)


@pytest.mark.parametrize(
    "body",
    [
        {"ResponseCode": "1001", "Transaction": "[[]]"},
        {"ResponseCode": "1000", "Response": [[]]},
        {"errorCode": "500", "errorMessage": "The short code does not have any available transactions."},
    ],
)
def test_nothing_to_list_is_said_in_three_ways(monkeypatch: pytest.MonkeyPatch, body: dict[str, Any]) -> None:
    assert ask(monkeypatch, body)[1] == []


@pytest.mark.parametrize("shown", [[[{"receipt": "LHG31AA5TX"}]], "[[{", [{"transactionId": "x y", "amount": 1}]])
def test_a_list_that_cannot_be_read_is_not_an_empty_one(monkeypatch: pytest.MonkeyPatch, shown: Any) -> None:
    with pytest.raises(OutcomeUnknown):
        ask(monkeypatch, {"ResponseCode": "1000", "Response": shown})
