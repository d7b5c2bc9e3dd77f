"""Our client, the simulator and our hooks speak as Daraja's documents say, request by request and answer by answer."""

import copy
import json
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import httpx
import pytest
from django.core.cache import cache
from django.utils import timezone
from pydantic import AnyHttpUrl

from conversations.simulator.demo import load
from conversations.simulator.models import SimulatedPrompt, SimulatedShortCode, SimulatedTransfer
from conversations.simulator.money import courier
from conversations.simulator.money.mpesa import callbacks
from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.contract import daraja as documents
from tests.conversations.simulator.conftest import demo_channel
from tests.tools.payments.conftest import money, money_api, payer, shop  # noqa: F401  the hooks' side
from tests.tools.payments.till import PAYBILL, Payer
from tools.payments.contract import AcceptedCharge
from tools.payments.models import PaymentAccount
from tools.payments.mpesa import c2b, client, stk
from tools.providers.errors import Refused

pytestmark = [
    pytest.mark.outside,
    pytest.mark.skipif(bool(documents.why_not()), reason=documents.why_not()),
]  # fmt: skip
OAUTH = "/oauth/v1/generate"
PUSH, QUERY, REGISTER = (
    "/mpesa/stkpush/v1/processrequest", "/mpesa/stkpushquery/v1/query", "/mpesa/c2b/v2/registerurl",
)  # fmt: skip
PHONE = "254712345678"
PAGE = "CustomerToBusiness"


@dataclass(frozen=True, kw_only=True)
class Word:
    """One request of ours, and its answer."""

    path: str
    query: dict[str, str]
    login: str
    body: Any
    answer: Any


@pytest.fixture
def account(
    simulator: str, committed_db: None, make_tenant: Callable[..., Tenant], settings: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> PaymentAccount:  # fmt: skip
    """A demo tenant's account at the simulator; nobody carries anything anywhere."""
    cache.clear()
    monkeypatch.setattr(courier, "begin", lambda *args, **kwargs: None)
    host = simulator.removesuffix("/twilio")
    settings.TULIA = settings.TULIA.model_copy(update={"daraja_api_base_url": AnyHttpUrl(f"{host}/daraja")})
    channel = demo_channel(make_tenant("duka"))
    with tenant_scope(channel.tenant_id):
        load.load_payments(channel)
        return PaymentAccount.objects.get(provider="daraja")


@pytest.fixture
def words(monkeypatch: pytest.MonkeyPatch) -> list[Word]:
    """What went over the wire to Daraja."""
    spoken: list[Word] = []
    real = httpx.HTTPTransport.handle_request

    def listening(transport: httpx.HTTPTransport, request: httpx.Request) -> httpx.Response:
        response = real(transport, request)
        told = json.loads(response.read() or b"null")
        path = request.url.path.removeprefix("/simulator/daraja")
        login = request.headers.get("Authorization", "").partition(" ")[0]
        body = json.loads(request.read() or b"null")
        spoken.append(Word(path=path, query=dict(request.url.params), login=login, body=body, answer=told))
        return response

    monkeypatch.setattr(httpx.HTTPTransport, "handle_request", listening)
    return spoken


def push(account: PaymentAccount, **changes: Any) -> AcceptedCharge:
    asked: dict[str, Any] = {
        "phone": PHONE,
        "amount": Decimal(4998),
        "reference": "K7QX2M9P",
        "description": "Order payment",
    } | changes
    callback = "https://tulia.example/hooks/stk/token/1/"
    return stk.send(account, **asked, callback=callback, now=timezone.now(), exchanges=[])


def test_the_token(account: PaymentAccount, words: list[Word]) -> None:
    assert client.test_connection(account, []).is_ok
    (word,) = words
    assert (word.path, word.login) == (OAUTH, "Basic")
    assert set(word.query) == {name for name, is_needed in documents.parameters(OAUTH).items() if is_needed}
    assert documents.amiss_in_answer(OAUTH, "get", word.answer) == set()


def test_a_prompt(account: PaymentAccount, words: list[Word]) -> None:
    assert push(account).checkout_id
    word = words[-1]
    own = documents.example("MpesaExpressSimulate", "TransactionType")
    assert (word.path, word.login) == (PUSH, "Bearer")
    assert documents.amiss_in_request(PUSH, word.body, example=own) == set()
    assert {name: type(value) for name, value in word.body.items()} == {n: type(value) for n, value in own.items()}
    assert documents.amiss_in_answer(PUSH, "post", word.answer) == set()
    assert set(word.answer) == set(documents.example("MpesaExpressSimulate", "CustomerMessage"))


def test_what_is_amiss_is_seen() -> None:
    own = documents.example("MpesaExpressSimulate", "TransactionType")
    assert documents.amiss_in_request(PUSH, own | {"TransactionType": "Gift"}, example=own) == {"TransactionType"}
    assert documents.amiss_in_request(PUSH, {"Amount": 1}, example=own) != set()


def test_a_refusal(account: PaymentAccount, words: list[Word]) -> None:
    with pytest.raises(Refused):
        push(account, amount=Decimal(0))
    own = documents.example("MpesaExpressSimulate", "errorCode")
    assert set(words[-1].answer) == set(own)
    assert words[-1].answer["errorCode"] == own["errorCode"]


def test_a_query(account: PaymentAccount, words: list[Word]) -> None:
    checkout_id = push(account).checkout_id
    stk.query(account, checkout_id=checkout_id, now=timezone.now(), exchanges=[])
    word = words[-1]
    assert (word.path, word.login) == (QUERY, "Bearer")
    own = documents.example("MpesaExpressSimulate", "TransactionType")
    known = documents.amiss_in_request(PUSH, own)
    assert documents.amiss_in_request(QUERY, word.body) <= known
    assert documents.amiss_in_answer(QUERY, "post", word.answer) == set()


def test_the_registration_of_our_addresses(account: PaymentAccount, words: list[Word]) -> None:
    hooks = "https://tulia.example/hooks/c2b/token"
    c2b.register_urls(account, confirmation=f"{hooks}/confirm/", validation=f"{hooks}/validate/", exchanges=[])
    word = words[-1]
    assert documents.amiss_in_request(REGISTER, word.body) == set()
    own = documents.example(PAGE, "OriginatorCoversationID", ResponseDescription="Success")
    assert set(word.answer) == set(own)


@pytest.mark.parametrize("code", ["0", "1032"])
def test_the_simulators_callback(code: str) -> None:
    now = timezone.now()
    prompt = SimulatedPrompt(
        merchant_request_id="29115-34620561-1", checkout_request_id="ws_CO_191220191020363925", result_code=code,
        amount=100, msisdn=PHONE, receipt="NLJ7RT61SV" if code == "0" else "", closed_at=now,
    )  # fmt: skip
    told = callbacks.outcome(prompt)
    assert documents.amiss_in_callback("StkCallback", told) == set()
    own = documents.example("MpesaExpressSimulate", "stkCallback", ResultCode=int(code))
    assert _shape(own) <= _shape(told)


def test_the_simulators_confirmation(account: PaymentAccount) -> None:
    with tenant_scope(account.tenant_id):
        sent = callbacks.payment(
            SimulatedTransfer(
                receipt="RKL51ZDR4F",
                payer=PHONE,
                party="600966",
                reference="A",
                amount=Decimal(5),
                created_at=timezone.now(),
            ),
            SimulatedShortCode(short_code="600966"),
            balance="25.00",
        )
    assert documents.amiss_in_callback("C2BPayment", sent) == set()
    own = documents.example(PAGE, "TransID")
    assert _shape(sent) == _shape(own)


def test_the_documented_callback_is_taken(payer: Payer) -> None:  # noqa: F811
    order = payer.orders(SHOE_42=1)
    payer.push(order)
    body = copy.deepcopy(documents.example("MpesaExpressSimulate", "CallbackMetadata"))
    assert payer.told(payer.prompt, body).json()["ResultCode"] == 0
    assert payer.exchanges()[-1].effect == "other_checkout"
    inner = body["Body"]["stkCallback"]
    inner["CheckoutRequestID"] = payer.prompt.id
    known = {"Amount": float(payer.prompt.amount), "PhoneNumber": int(payer.prompt.phone)}
    for item in inner["CallbackMetadata"]["Item"]:
        item["Value"] = known.get(item["Name"], item["Value"])
    payer.told(payer.prompt, body)
    assert payer.exchanges()[-1].effect == "noted"
    assert payer.payments(order)[0].told_receipt == "NLJ7RT61SV"


def test_the_documented_refusal_is_taken(payer: Payer) -> None:  # noqa: F811
    order = payer.orders(SHOE_42=1)
    payer.push(order)
    body = copy.deepcopy(documents.example("MpesaExpressSimulate", "stkCallback", ResultCode=1032))
    body["Body"]["stkCallback"]["CheckoutRequestID"] = payer.prompt.id
    payer.told(payer.prompt, body)
    assert payer.exchanges()[-1].effect == "noted"
    assert payer.payments(order)[0].told_code == "1032"


def test_the_documented_confirmation_is_taken(payer: Payer) -> None:  # noqa: F811
    order = payer.orders(SHOE_42=1)
    sent = documents.example(PAGE, "TransID") | {"BusinessShortCode": PAYBILL}
    rejected = payer.confirms(sent, "validate").json()
    assert set(rejected) == set(documents.example(PAGE, "ResultCode", ResultDesc="Rejected"))
    assert payer.confirms(sent | {"BillRefNumber": order.number}, "validate").json() == documents.example(
        PAGE, "ResultCode", ResultDesc="Accepted"
    )
    assert payer.confirms(sent).status_code == 200
    (kept,) = payer.incoming()
    assert (kept.transaction_id, kept.amount, kept.status) == ("RKL51ZDR4F", Decimal(5), "unmatched")


def _shape(told: dict[str, Any]) -> set[tuple[str, type]]:
    """Each name with the type of its value, wherever it stands."""
    found: set[tuple[str, type]] = set()
    for name, value in told.items():
        if isinstance(value, dict):
            found |= _shape(value)
        elif isinstance(value, list):
            found |= {(item["Name"], type(item.get("Value"))) for item in value}
        else:
            found.add((name, type(value)))
    return found
