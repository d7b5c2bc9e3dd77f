"""A prompt: sent once and only for what the customer said yes to, and paid only when Safaricom says so."""

from decimal import Decimal
from uuid import uuid4

import pytest

from tenants.scope import tenant_scope
from tests.depth import sampled
from tests.loopback.money_server import LOST
from tests.tools.payments.till import PHONE, Payer
from tools.catalog.models import Variant
from tools.orders.models import Order

TAKEN_LOST = f"taken {LOST}"


def test_from_the_prompt_to_the_receipt(payer: Payer) -> None:
    order = payer.orders(SHOE_42=2)
    answer = payer.push(order)
    assert (answer.status, answer.amount, answer.phone_e164) == ("pending", Decimal(6998), PHONE)
    prompt = payer.money.pay(payer.prompt.id)
    assert payer.told(prompt).json() == {"ResultCode": 0, "ResultDesc": "Success"}
    assert payer.order(order.pk).paid_total == 0, "a callback alone pays nothing"
    payer.look()
    paid = payer.order(order.pk)
    assert (paid.status, paid.paid_total) == (Order.Status.PAID, Decimal(6998))
    name, facts = payer.events()[-1]
    assert name == "payment.settled"
    assert facts == {
        "number": order.number, "amount": "6998.00", "currency": "KES", "receipt": prompt.receipt,
        "method": "mpesa_stk", "paid": "6998.00", "due": "0.00",
    }  # fmt: skip


def test_what_safaricom_is_asked(payer: Payer) -> None:
    order = payer.orders(MUG=1)
    payer.push(order)
    body = payer.money.asked("/mpesa/stkpush/v1/processrequest")[0].body
    assert body["Amount"] == "151"
    assert (body["PartyA"], body["PartyB"], body["AccountReference"]) == ("254708374149", "600984", order.number)
    assert body["TransactionType"] == "CustomerPayBillOnline"
    assert len(body["AccountReference"]) <= 12
    assert len(body["TransactionDesc"]) <= 13
    assert body["CallBackURL"].endswith(f"/{payer.payments(order)[0].pk}/")
    assert not [word for word in ("mpesa", "safaricom", "query", "exec", "cmd", "sql") if word in body["CallBackURL"]]


@pytest.mark.parametrize(
    ("code", "reason"),
    sampled([
        ("1032", "cancelled"), ("1", "insufficient_funds"), ("1037", "timeout"), ("2001", "wrong_pin"),
        ("17", "duplicate"), ("1019", "expired"), ("SFC_IC0003", "declined"),
    ], quick=3),
)  # fmt: skip
def test_each_failure_has_its_reason_and_opens_the_order_again(payer: Payer, code: str, reason: str) -> None:
    order = payer.orders(SHOE_42=1)
    payer.push(order)
    payer.told(payer.money.pay(payer.prompt.id, code))
    payer.look()
    name, facts = payer.events()[-1]
    assert (name, facts["reason"]) == ("payment.failed", reason)
    assert payer.order(order.pk).status == Order.Status.DRAFT
    assert payer.after(seconds=5).push(order).status == "pending", "she may try again at once"


def test_both_shapes_of_not_yet_are_no_failure(payer: Payer) -> None:
    order = payer.orders(SHOE_42=1)
    payer.push(order)
    payer.money.prompts[payer.prompt.id].code = "4999"
    later = payer.look(seconds=16)
    payer.money.prompts[payer.prompt.id].code = None
    later = later.look(seconds=30)
    assert [row.status for row in payer.payments(order)] == ["pending"]
    assert later.push(order).code == "payment_pending"


def test_an_early_1037_of_a_query_is_not_final(payer: Payer) -> None:
    order = payer.orders(SHOE_42=1)
    payer.push(order)
    payer.money.prompts[payer.prompt.id].code = "1037"
    later = payer.look(seconds=20)
    assert payer.payments(order)[0].status == "pending"
    payer.money.prompts[payer.prompt.id].code = "0"
    later.look(seconds=20)
    assert payer.payments(order)[0].status == "paid"


@pytest.mark.parametrize("fate", [LOST, TAKEN_LOST, (502, None), (200, {})])
def test_no_answer_is_never_followed_by_a_second_prompt(payer: Payer, fate: object) -> None:
    order = payer.orders(SHOE_42=1)
    payer.money.fail_next("processrequest", fate)
    assert payer.push(order).status == "unknown"
    assert payer.push(order).status == "unknown", "the same turn, run again"
    assert payer.after(seconds=90).push(order).code == "payment_pending"
    assert len(payer.money.asked("processrequest")) == 1


def test_an_unanswered_prompt_is_found_by_its_callback(payer: Payer) -> None:
    order = payer.orders(SHOE_42=1)
    payer.money.fail_next("processrequest", TAKEN_LOST)
    payer.push(order)
    payer.told(payer.money.pay(payer.prompt.id))
    payer.look()
    assert payer.order(order.pk).status == Order.Status.PAID


def test_an_unanswered_prompt_that_nobody_saw_frees_the_order_in_the_end(payer: Payer) -> None:
    order = payer.orders(SHOE_42=1)
    payer.money.fail_next("processrequest", LOST)
    payer.push(order)
    later = payer.look(minutes=4)
    assert payer.order(order.pk).status == Order.Status.DRAFT
    assert later.push(order).status == "pending"


def test_a_busy_line_and_a_provider_that_is_down_are_refusals(payer: Payer) -> None:
    order = payer.orders(SHOE_42=1)
    locked = "Unable to lock subscriber, a transaction is already in process for the current subscriber"
    busy = (500, {"requestId": "1", "errorCode": "500.001.1001", "errorMessage": locked})
    broken = (500, {"requestId": "1", "errorCode": "500.003.1001", "errorMessage": "Internal Server Error"})
    wrong = (400, {"requestId": "1", "errorCode": "400.002.02", "errorMessage": "Bad Request - Invalid PhoneNumber"})
    payer.money.fail_next("processrequest", busy, broken, wrong)
    assert payer.push(order).code == "too_soon"
    assert payer.after(seconds=20).push(order).facts["seconds"] in range(30, 45)
    assert payer.after(seconds=70).push(order).code == "provider_down"
    assert payer.after(seconds=80).push(order).code == "provider_refused"
    assert payer.events() == [], "the refusal tells"
    assert payer.after(seconds=90).push(order).status == "pending"


def test_only_what_she_said_yes_to(payer: Payer) -> None:
    order = payer.orders(SHOE_42=1)
    assert payer.push(order, quote="").code == "not_confirmed"
    fresh = payer.after(seconds=1)
    quote = payer.quote(order)
    with tenant_scope(payer.tenant.id):
        Variant.objects.filter(sku="SHOE-42").update(price=Decimal(3999))
    refusal = fresh.push(order, quote=quote)
    assert (refusal.code, refusal.facts["total"]) == ("quote_changed", "3999.00")
    assert payer.money.asked("processrequest") == []
    assert payer.after(seconds=2).push(order).amount == Decimal(3999)


def test_sold_out_at_payment(payer: Payer) -> None:
    order = payer.orders(SHOE_43=1)
    with tenant_scope(payer.tenant.id):
        order.lines.update(held=0)
        Variant.objects.filter(sku="SHOE-43").update(stock=0)
    refusal = payer.push(order)
    assert (refusal.code, refusal.facts["available"]) == ("out_of_stock", 0)


def test_refusals_of_the_request_itself(payer: Payer) -> None:
    order = payer.orders(SHOE_42=1)
    assert payer.push(order, phone_e164="+255712345678").code == "phone_invalid"
    stranger = Payer(tenant=payer.tenant, money=payer.money, now=payer.now)
    assert stranger.push(order).code == "order_unknown"
    assert payer.after(seconds=1).push(order, order_id=str(uuid4())).code == "order_unknown"
    assert payer.after(seconds=2).push(order, order_id="\x00").code == "invalid_arguments"


def test_did_it_go_through_is_asked_of_who_knows(payer: Payer) -> None:
    order = payer.orders(SHOE_42=1)
    payer.push(order)
    payer.money.pay(payer.prompt.id)
    status = payer.after(seconds=8).status().orders[0]
    assert (status.payment_status, status.paid, status.due) == ("paid", "3499.00", "0.00")
    assert status.payments[0].status == "paid"
    assert len(payer.money.asked("query")) == 1
    payer.after(seconds=9).status(order)
    assert len(payer.money.asked("query")) == 1, "what is final is not asked again"


def test_it_tells_until_when_an_unpaid_order_is_kept(payer: Payer) -> None:
    order = payer.orders(SHOE_42=1)
    status = payer.status(order).orders[0]
    assert order.reserved_until is not None
    assert status.set_aside_until == order.reserved_until.replace(second=0, microsecond=0)
    assert status.open_until == order.expires_at.replace(second=0, microsecond=0)
    assert str(status.open_until.tzinfo) == "Africa/Nairobi"
    assert payer.after(hours=1).status(order).orders[0].set_aside_until is None
    payer.push(order)
    payer.told(payer.money.pay(payer.prompt.id))
    paid = payer.after(seconds=8).status(order).orders[0]
    assert (paid.set_aside_until, paid.open_until) == (None, None)


def test_nothing_secret_is_logged(payer: Payer) -> None:
    order = payer.orders(SHOE_42=1)
    payer.push(order)
    payer.told(payer.money.pay(payer.prompt.id))
    payer.look()
    text = " ".join(f"{row.path} {row.request} {row.response_body}" for row in payer.exchanges())
    password = payer.money.asked("processrequest")[0].body["Password"]
    for secret in ("the-key", "the-secret", "the-passkey", password, "daraja-token-1", "708374149", "254708374149"):
        assert secret not in text
    assert len(payer.exchanges()) == 4
