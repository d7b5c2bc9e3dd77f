"""Money that comes by itself: kept always, credited once, to the order that it names."""

from decimal import Decimal

import pytest

from tenants.models import Customer
from tenants.scope import tenant_scope
from tests.depth import sampled
from tests.loopback.money_server import LOST
from tests.tools.payments.till import PAYBILL, PHONE, STORE, TILL, Payer
from tools.orders.models import Order
from tools.payments import report
from tools.payments.contract import ProviderStatus
from tools.payments.models import PaymentAccount
from tools.payments.settlement import matching
from tools.payments.settlement.settling import settle


def test_instructions_and_the_exact_amount(payer: Payer) -> None:
    order = payer.orders(SHOE_42=1)
    told = payer.instructions(order)
    assert (told.kind, told.short_code, told.account) == ("paybill", PAYBILL, order.number)
    money = payer.sends("3499.00", order.number.lower())
    assert payer.confirms(money, "validate").json() == {"ResultCode": "0", "ResultDesc": "Accepted"}
    assert payer.confirms(money).json() == {"ResultCode": 0, "ResultDesc": "Success"}
    assert payer.order(order.pk).status == Order.Status.PAID
    (payment,) = payer.payments(order)
    assert (payment.status, payment.receipt) == ("paid", money["TransID"])
    name, facts = payer.events()[-1]
    assert (name, facts["receipt"], facts["method"]) == ("payment.settled", money["TransID"], "mpesa_c2b")


def test_where_to_pay_is_known_before_an_order_only_where_its_money_is_heard_of(payer: Payer) -> None:
    told = payer.call("payment_get_methods").result
    assert (told.order, told.pay_to.kind, told.pay_to.number) == (None, "paybill", PAYBILL)
    assert set(told.methods) == {"mpesa_stk", "mpesa_c2b", "card"}
    with tenant_scope(payer.tenant.id):
        PaymentAccount.objects.filter(provider="daraja").update(registered_at=None)
    assert payer.call("payment_get_methods").result.pay_to is None


def test_where_to_pay_is_told_of_an_order_as_it_would_be_paid(payer: Payer) -> None:
    order = payer.orders(SHOE_42=1)
    told = payer.call("payment_get_methods", order_id=str(order.pk)).result
    assert told.pay_to.number == payer.instructions(order).short_code


def test_too_little_then_the_rest_then_too_much(payer: Payer) -> None:
    order = payer.orders(SHOE_42=1)
    payer.instructions(order)
    for amount in ("3000.00", "499.00", "10.00"):
        payer.confirms(payer.sends(amount, order.number))
    assert [row.status for row in payer.incoming()] == ["under", "matched", "double"]
    told = [(name, facts.get("due"), facts.get("excess")) for name, facts in payer.events()]
    assert told == [
        ("payment.partial", "499.00", None), ("payment.settled", "0.00", None), ("payment.excess", None, "10.00"),
    ]  # fmt: skip
    assert payer.paid_total(order) == Decimal(3509)
    status = payer.status(order).orders[0]
    assert status.payment_status == "overpaid"
    assert [payment.amount for payment in status.payments] == [Decimal(10), Decimal(499), Decimal(3000)]


def test_a_repeated_confirmation_is_credited_once(payer: Payer) -> None:
    order = payer.orders(SHOE_42=1)
    money = payer.sends("3499.00", order.number)
    for told in (money, money, money | {"TransAmount": "9999.00"}):
        payer.confirms(told)
    assert payer.paid_total(order) == Decimal(3499)
    assert [row.effect for row in payer.exchanges()] == ["credited", "repeated", "repeated"]


def test_money_without_an_order_waits_for_a_person(payer: Payer) -> None:
    order = payer.orders(SHOE_42=1)
    assert payer.confirms(payer.sends("3499.00", "SCHOOLFEES"), "validate").json()["ResultCode"] == "C2B00012"
    payer.confirms(payer.sends("3499.00", "SCHOOLFEES"))
    (incoming,) = payer.incoming()
    assert incoming.status == "unmatched"
    with tenant_scope(payer.tenant.id):
        assert [finding.kind for finding in report.list_findings()] == ["incoming"]
        matching.match_by_hand(incoming, order, by="Asha", now=payer.now)
        with pytest.raises(matching.NotMatchable):
            matching.match_by_hand(incoming, order, by="Asha", now=payer.now)
        assert report.list_findings() == []
    assert payer.order(order.pk).status == Order.Status.PAID


def test_a_till_takes_no_reference(payer: Payer) -> None:
    with tenant_scope(payer.tenant.id):
        PaymentAccount.objects.filter(provider="daraja").update(kind="till", short_code=STORE, pay_to=TILL)
    order = payer.orders(SHOE_42=1)
    assert (payer.instructions(order).kind, payer.instructions(order).short_code) == ("till", TILL)
    of_somebody_else = payer.sends("3499.00", "", BusinessShortCode=TILL, MSISDN="2547 ***** 150")
    payer.confirms(of_somebody_else)
    assert payer.paid_total(order) == 0
    hers = payer.sends("3499.00", "", BusinessShortCode=TILL)
    assert payer.confirms(hers, "validate").json()["ResultCode"] == "0"
    payer.confirms(hers)
    assert payer.order(order.pk).status == Order.Status.PAID


def test_a_prompts_own_confirmation_is_not_credited_again(payer: Payer) -> None:
    order = payer.orders(SHOE_42=1)
    payer.push(order)
    prompt = payer.money.pay(payer.prompt.id)
    payer.told(prompt)
    payer.look()
    payer.confirms(payer.sends("3499.00", order.number, TransID=prompt.receipt))
    assert payer.paid_total(order) == Decimal(3499)
    assert payer.incoming()[0].status == "same"


def test_a_number_told_in_the_chat_takes_nobodys_till_money(payer: Payer) -> None:
    """Whoever names another payer's number gets none of their money: it waits for a person."""
    with tenant_scope(payer.tenant.id):
        Customer.objects.filter(pk=payer.customer_id).update(phone_e164="+254799000111")
    become_till(payer)
    order = payer.orders(SHOE_42=1)
    payer.instructions(order)
    told = payer.call("customer_update_preferences", told_phone=PHONE, reason="told their number")
    assert told.answer.changed == ["told_phone"]
    payer.confirms(payer.sends("3499.00", "", BusinessShortCode=TILL))
    assert payer.order(order.pk).status != Order.Status.PAID
    assert [row.status for row in payer.incoming()] == ["unmatched"]


def test_a_confirmation_before_the_callback_settles_the_prompt(payer: Payer) -> None:
    order = payer.orders(SHOE_42=1)
    payer.money.fail_next("processrequest", f"taken {LOST}")
    payer.push(order)
    prompt = payer.money.pay(payer.prompt.id)
    payer.confirms(payer.sends("3499.00", order.number, TransID=prompt.receipt))
    assert payer.order(order.pk).status == Order.Status.PAID
    payer.told(prompt)
    payer.look()
    assert payer.paid_total(order) == Decimal(3499)
    assert [(row.method, row.status) for row in payer.payments(order)] == [("mpesa_stk", "paid")]


def test_a_payment_by_hand_beside_a_prompt_counts_too(payer: Payer) -> None:
    """The same amount from the same phone is taken for the prompt's own, until the prompt names another receipt."""
    order = payer.orders(SHOE_42=1)
    payer.push(order)
    payer.confirms(payer.sends("3499.00", order.number))
    assert payer.paid_total(order) == Decimal(3499)
    prompt = payer.money.pay(payer.prompt.id)
    payer.told(prompt)
    payer.look()
    assert payer.paid_total(order) == Decimal(6998)
    assert {row.receipt for row in payer.payments(order)} == {prompt.receipt, payer.incoming()[0].transaction_id}
    assert payer.events()[-1][0] == "payment.excess"


@pytest.mark.parametrize(
    "broken",
    sampled([
        {}, {"TransID": "A"}, {"TransID": ["x"]}, {"TransAmount": "NaN"}, {"TransAmount": "-1"}, {"TransAmount": "0"},
        {"TransAmount": "1e99"}, {"TransAmount": None}, {"TransAmount": "1.005"}, {"BusinessShortCode": "123456"},
    ], quick=4),
)  # fmt: skip
def test_what_is_malformed_is_acknowledged_and_kept_in_the_log(payer: Payer, broken: dict[str, object]) -> None:
    order = payer.orders(SHOE_42=1)
    body = payer.sends("3499.00", order.number) | broken if broken else [1, 2]
    assert payer.confirms(body).json() == {"ResultCode": 0, "ResultDesc": "Success"}
    assert payer.confirms(body, "validate").json()["ResultDesc"] == "Rejected"
    assert payer.incoming() == []
    assert payer.exchanges()[0].effect in ("malformed", "other_number")
    assert payer.paid_total(order) == 0


def test_money_for_a_cancelled_order_is_kept_and_told(payer: Payer) -> None:
    order = payer.orders(SHOE_42=1)
    payer.call("order_create", lines=[])
    assert payer.confirms(payer.sends("3499.00", order.number), "validate").json()["ResultCode"] == "C2B00012"
    payer.confirms(payer.sends("3499.00", order.number))
    assert payer.events()[-1][0] == "payment.excess"
    assert payer.incoming()[0].status == "closed"
    assert payer.paid_total(order) == Decimal(3499)


def test_a_confirmation_beside_the_answer_that_settles_its_prompt(
    payer: Payer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The prompt gets its receipt while the confirmation looks for its order."""
    order = payer.orders(SHOE_42=1)
    payer.push(order)
    prompt = payer.money.pay(payer.prompt.id)
    payer.told(prompt)
    find = matching.orders.find_by_number

    def find_late(reference: str) -> Order | None:
        settle(payer.payments(order)[0].pk, ProviderStatus(state="paid", code="0"), now=payer.now)
        return find(reference)

    monkeypatch.setattr(matching.orders, "find_by_number", find_late)
    assert payer.confirms(payer.sends("3499.00", order.number, TransID=prompt.receipt)).status_code == 200
    assert payer.incoming()[0].status == "same"
    assert payer.paid_total(order) == Decimal(3499)


@pytest.mark.parametrize("is_asked_first", [True, False])
def test_a_tills_prompt_whose_callback_was_lost(payer: Payer, is_asked_first: bool) -> None:
    """Only the confirmation tells the receipt, and a till's names no order."""
    become_till(payer)
    order = payer.orders(SHOE_42=1)
    payer.push(order)
    prompt = payer.money.pay(payer.prompt.id)
    if is_asked_first:
        payer.look(seconds=20)
    payer.confirms(payer.sends("3499.00", "", TransID=prompt.receipt, BusinessShortCode=TILL))
    assert payer.incoming()[0].status == "same"
    assert [(row.status, row.receipt) for row in payer.payments(order)] == [("paid", prompt.receipt)]
    assert payer.paid_total(order) == Decimal(3499)


def test_a_tills_prompt_takes_the_money_that_nobody_could_place(payer: Payer) -> None:
    become_till(payer)
    order = payer.orders(SHOE_42=1)
    payer.push(order)
    prompt = payer.money.pay(payer.prompt.id)
    payer.confirms(payer.sends("3499.00", "", TransID=prompt.receipt, BusinessShortCode=TILL, MSISDN=""))
    assert payer.incoming()[0].status == "unmatched"
    payer.told(prompt)
    payer.look()
    assert payer.incoming()[0].status == "same"
    assert payer.paid_total(order) == Decimal(3499)


def become_till(payer: Payer) -> None:
    with tenant_scope(payer.tenant.id):
        PaymentAccount.objects.filter(provider="daraja").update(kind="till", short_code=STORE, pay_to=TILL)
