"""What providers and merchants post, mutated: no error of ours, and nothing of it kept when nobody known sent it."""

import json
import random
from base64 import b64encode
from collections import Counter
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps

from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.depth import rounds, sampled
from tests.fuzz import known
from tests.fuzz.document import responses
from tests.fuzz.mutations import ODD
from tests.fuzz.test_public_endpoints import is_contract
from tests.fuzz.wsgi import Answer, Post, Site

SEED, POSTS = 20, rounds(250, deep=900)
DARAJA, PESAPAL = "/simulator/daraja/mpesa", "/simulator/pesapal/api"
PASSWORDED = {
    "BusinessShortCode": 174379, "Timestamp": "20261120120000",
    "Password": "MTc0Mzc5ZGVtby1wYXNza2V5LWR1a2EyMDI2MTEyMDEyMDAwMA==",
}  # fmt: skip
URL = "https://shop.example/hooks/1/"
ITEMS = [
    {"Name": "Amount", "Value": 4500.0}, {"Name": "MpesaReceiptNumber", "Value": "UKK1234567"}, {"Name": "Balance"},
    {"Name": "TransactionDate", "Value": 20261120120000}, {"Name": "PhoneNumber", "Value": int(known.MSISDN)},
]  # fmt: skip
NOTICE = {
    "OrderTrackingId": known.CHECKOUT_ID,
    "OrderMerchantReference": "7KQ2X-1",
    "OrderNotificationType": "IPNCHANGE",
}
PAID = {
    "TransactionType": "Pay Bill", "TransID": "UKK1234567", "TransTime": "20261120120000", "TransAmount": "4500.00",
    "BusinessShortCode": "600984", "BillRefNumber": "7KQ2X", "OrgAccountBalance": "4500.00",
    "MSISDN": "2547 ***** 678", "FirstName": "ASHA",
}  # fmt: skip
GOOD: dict[tuple[str, str], dict[str, Any]] = {
    ("/hooks/stk/{token}/{payment_id}/", f"/hooks/stk/{known.PROMPT_HOOK}/{known.PAYMENT_ID}/"): {
        "Body": {
            "stkCallback": {
                "MerchantRequestID": "1", "CheckoutRequestID": known.PROMPT, "ResultCode": 0, "ResultDesc": "Done",
                "CallbackMetadata": {"Item": ITEMS},
            }
        }
    },
    ("/hooks/c2b/{token}/validate/", f"/hooks/c2b/{known.MPESA_HOOK}/validate/"): PAID,
    ("/hooks/c2b/{token}/confirm/", f"/hooks/c2b/{known.MPESA_HOOK}/confirm/"): PAID,
    ("/hooks/cards/{token}/ipn/", f"/hooks/cards/{known.CARD_HOOK}/ipn/"): NOTICE,
    (f"{DARAJA}/stkpush/v1/processrequest",) * 2: {
        **PASSWORDED, "TransactionType": "CustomerPayBillOnline", "Amount": 4500, "PartyA": 254708374149,
        "PartyB": 174379, "PhoneNumber": 254708374149, "CallBackURL": URL, "AccountReference": "7KQ2X",
        "TransactionDesc": "Order",
    },
    (f"{DARAJA}/stkpushquery/v1/query",) * 2: {**PASSWORDED, "CheckoutRequestID": known.PROMPT},
    (f"{DARAJA}/c2b/v2/registerurl",) * 2: {
        "ShortCode": "600984", "ResponseType": "Completed", "ConfirmationURL": URL, "ValidationURL": URL,
    },
    (f"{DARAJA}/c2b/v2/simulate",) * 2: {
        "ShortCode": 600984, "CommandID": "CustomerPayBillOnline", "Amount": 4500, "Msisdn": 254708374149,
        "BillRefNumber": "7KQ2X",
    },
    (f"{PESAPAL}/Auth/RequestToken",) * 2: {
        "consumer_key": "demo-consumer-key-duka", "consumer_secret": "demo-consumer-secret-duka",
    },
    (f"{PESAPAL}/URLSetup/RegisterIPN",) * 2: {"url": URL, "ipn_notification_type": "GET"},
    (f"{PESAPAL}/Transactions/SubmitOrderRequest",) * 2: {
        "id": "7KQ2X-2", "currency": "KES", "amount": 4500.0, "description": "Order", "callback_url": URL,
        "notification_id": known.IPN_ID,
        "billing_address": {"email_address": "a@b.example", "phone_number": "0712345678"},
    },
    (f"{PESAPAL}/Transactions/RefundRequest",) * 2: {
        "confirmation_code": "UKK1234567", "amount": 1, "username": "asha", "remarks": "broken",
    },
}  # fmt: skip
OAUTH, CARD_PAGE = "/simulator/daraja/oauth/v1/generate", "/simulator/pesapal/pesapaliframe/PesapalIframe3/Index/"
GETS = {
    "/hooks/cards/{token}/ipn/": f"/hooks/cards/{known.CARD_HOOK}/ipn/",
    "/cards/{payment_id}/done/": f"/cards/{known.CARD_PAYMENT_ID}/done/",
    **{path: path for path in (OAUTH, CARD_PAGE, f"{PESAPAL}/Transactions/GetTransactionStatus")},
}
# Its keys are in its body, and so a good body is a known sender's.
PROVEN_INSIDE = f"{PESAPAL}/Auth/RequestToken"
STRANGE = [
    *ODD, None, [], {}, True, -1, 0, 0.1, 10**30, 10**4000, 1e400, float("nan"), [[[]]] * 3, {"\x00": "\x00"},
    "99991231235959", "demo-consumer-key-\x00", "demo-consumer-secret-\x00", "\u0661" * 5_000, "1" * 5_000,
    "https://" + "a" * 9_000, "https://shop.example/\x00", "https://é;script-src *", "http://[::1", "sNaN",
    "1e-9999999",
]  # fmt: skip
TORN = [
    b"", b"null", b"[]", b'"x"', b"\xff{}", b"{", b"[" * 60_000, b'{"a":' * 400 + b"1" + b"}" * 400,
    b'{"Body":' * 950 + b"1" + b"}" * 950, b"9" * 5_000, b'{"a": NaN}', b'{"a": 1e999}',
    b'{"a": "' + b"x" * 70_000 + b'"}',
    '{"a": "é"}'.encode("utf-16"), b'{"\\u0000": 1}', b'{"\\ud800": "\\ud800"}',
]  # fmt: skip


def changed(chance: random.Random, good: Any) -> Any:
    """The same, with one value or name of it strange, or gone, at any depth."""
    if not isinstance(good, dict | list) or not good or chance.random() < 0.1:
        return chance.choice(STRANGE)
    at = chance.randrange(len(good))
    if isinstance(good, list):
        return [*good[:at], changed(chance, good[at]), *good[at + 1 :]]
    name = list(good)[at]
    rest = {other: value for other, value in good.items() if other != name}
    match chance.randrange(6):
        case 0:
            return rest
        case 1:
            return rest | {str(chance.choice(ODD)) * 2: good[name]}
        case _:
            return good | {name: changed(chance, good[name])}


def raw(chance: random.Random, good: dict[str, Any]) -> bytes:
    told = good
    for _ in range(chance.choice([0, 1, 1, 1, 2])):
        told = changed(chance, told)
    whole = json.dumps(told).encode()
    match chance.randrange(10):
        case 0:
            return chance.choice(TORN)
        case 1:
            return whole[: chance.randrange(len(whole))]
        case _:
            return whole


def unlike(path: str, is_known: bool) -> str:
    """The same address of an account that nobody has, when nobody known sends."""
    for hook in () if is_known else (known.MPESA_HOOK, known.CARD_HOOK, known.PROMPT_HOOK):
        path = path.replace(hook, "nobody")
    return path


@pytest.fixture
def kept(known_tenant: Tenant) -> Callable[[], dict[str, list[Any]]]:
    """Every row of payments and of the simulator."""
    models = [model for name in ("payments", "simulator") for model in apps.get_app_config(name).get_models()]

    def read() -> dict[str, list[Any]]:
        with tenant_scope(known_tenant.id):
            return {model.__name__: list(model.objects.order_by("pk").values()) for model in models}

    return read


@pytest.mark.parametrize("is_known", [True, False])
def test_no_money_message_breaks_us(kept: Callable[[], dict[str, list[Any]]], is_known: bool) -> None:
    chance, site, answers, before = random.Random(f"{SEED}.{is_known}"), Site(), Counter[str](), kept()
    for number in range(POSTS if is_known else POSTS // 4):
        (written, path), good = list(GOOD.items())[number % len(GOOD)]
        if path == PROVEN_INSIDE and not is_known:
            continue
        if "TransID" in good:
            good = good | {"TransID": f"T{uuid4().hex[:9]}".upper()}
        headers = {"Authorization": known.credentials(path) if is_known else chance.choice(["", "Bearer x", "Bearer"])}
        post = Post(
            path=unlike(path, is_known), body=raw(chance, good), content_type="application/json", headers=headers
        )
        answer = site.send(post)
        answers[f"{answer.status} {written}"] += 1
        assert_written(answer, written, post)
    after = kept()  # and all of it can be read
    if is_known:
        assert all(answers[f"200 {written}"] for written, _ in GOOD), answers
    else:
        assert {status.split()[0] for status in answers} <= {"400", "401", "404"}
        assert after == before


@pytest.mark.parametrize(
    "query", sampled(["{}=%00", "%00=1", "{}=%ed%a0%80", "{}=%ff", "{0}=1&{0}=2", "{}=" + "9" * 9_000], quick=2)
)
def test_no_query_breaks_us(known_tenant: Tenant, query: str) -> None:
    for written, path in GETS.items():
        headers = {"Authorization": known.credentials(path)}
        for field in ("OrderTrackingId", "orderTrackingId", "OrderMerchantReference", "grant_type"):
            post = Post(path=path, body=b"", method="GET", query=query.format(field), headers=headers)
            assert_written(Site().send(post), written, post)


@pytest.mark.parametrize("odd", ["\x00", "", "é", "x" * 5_000, ":", "\n", "duka\x00"])
def test_no_keys_break_us(known_tenant: Tenant, odd: str) -> None:
    keys = b64encode(f"demo-consumer-key-{odd}:demo-consumer-secret-{odd}".encode()).decode()
    for given in (keys, keys + "=", odd.encode().hex(), "é"):
        headers = {"Authorization": f"Basic {given}"}
        post = Post(path=OAUTH, body=b"", method="GET", query="grant_type=client_credentials", headers=headers)
        assert Site().send(post).status == 400


def test_money_of_the_year_one_can_be_read(known_tenant: Tenant, kept: Callable[[], dict[str, list[Any]]]) -> None:
    body = json.dumps(PAID | {"TransTime": "00010101000000"}).encode()
    path = f"/hooks/c2b/{known.MPESA_HOOK}/confirm/"
    assert Site().send(Post(path=path, body=body, content_type="application/json")).status == 200
    assert kept()["IncomingPayment"]


def assert_written(answer: Answer, written: str, post: Post) -> None:
    assert str(answer.status) in responses(written, post.method.lower()), f"{answer.status} to {post}"
    assert answer.status != 500 or is_contract(answer.body), post
