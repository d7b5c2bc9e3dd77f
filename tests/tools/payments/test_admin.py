"""The tenant's pages: keys go in and never come out, and a person can ask, match and have money given back."""

from typing import Any

import pytest

from tenants.choices import Role
from tenants.scope import tenant_scope
from tests.people import member, seated
from tests.tools.payments.till import Payer
from tools.orders.models import Order
from tools.payments.models import IncomingPayment, Payment, PaymentAccount

CONFIRMED = {"_form_submitted": "on"}


@pytest.fixture
def page(payer: Payer) -> Any:
    return seated(member(payer.tenant))


def test_keys_are_written_and_never_shown(page: Any, payer: Payer) -> None:
    with tenant_scope(payer.tenant.id):
        PaymentAccount.objects.all().delete()
    form = {
        "provider": "daraja", "environment": "sandbox", "kind": "paybill", "short_code": "174379", "is_active": "on",
        "consumer_key": "key-one", "consumer_secret": "secret-one", "passkey": "pass-one",
    }  # fmt: skip
    assert page.post("/admin/payments/paymentaccount/add/", form).status_code == 302
    with tenant_scope(payer.tenant.id):
        account = PaymentAccount.objects.get()
        assert (account.consumer_key, account.consumer_secret, account.passkey) == ("key-one", "secret-one", "pass-one")
    path = f"/admin/payments/paymentaccount/{account.pk}/change/"
    shown = page.get(path).content.decode()
    assert not [word for word in ("key-one", "secret-one", "pass-one", account.sealed_passkey) if word in shown]
    assert f"/hooks/c2b/{payer.token('paybill')}/confirm/" in shown
    assert page.post(path, form | {"consumer_key": "", "consumer_secret": "", "passkey": "two"}).status_code == 302
    with tenant_scope(payer.tenant.id):
        account = PaymentAccount.objects.get()
        assert (account.consumer_key, account.passkey) == ("key-one", "two")


def test_an_account_is_asked_for_what_it_needs(page: Any, payer: Payer) -> None:
    form = {"provider": "daraja", "environment": "sandbox", "kind": "paybill", "is_active": "on"}
    shown = page.post("/admin/payments/paymentaccount/add/", form).content.decode()
    assert "M-Pesa needs the paybill" in shown
    assert "Paste it from the provider" in shown
    assert "Another account of this provider is in use" in shown
    assert "Constraint" not in shown


@pytest.mark.parametrize("provider", ["daraja", "pesapal"])
def test_a_connection_is_tried_and_our_addresses_are_named(page: Any, payer: Payer, provider: str) -> None:
    with tenant_scope(payer.tenant.id):
        PaymentAccount.objects.update(problem="Keys are wrong.", registered_at=None)
        account = PaymentAccount.objects.get(provider=provider)
    for action in ("test-connection", "register-addresses"):
        path = f"/admin/payments/paymentaccount/{account.pk}/{action}/"
        shown = page.get(path, follow=True).content.decode()
        assert "Connected to" in shown or "The provider knows our addresses" in shown
    with tenant_scope(payer.tenant.id):
        account.refresh_from_db()
    assert account.problem == ""
    assert account.registered_at is not None


def test_wrong_keys_are_told(page: Any, payer: Payer) -> None:
    with tenant_scope(payer.tenant.id):
        account = PaymentAccount.objects.get(provider="daraja")
    payer.money.fail_next("generate", (400, None))
    shown = page.get(f"/admin/payments/paymentaccount/{account.pk}/test-connection/", follow=True).content.decode()
    assert "did not take the consumer key and secret" in shown


def test_a_payment_shows_its_log_and_can_be_asked_about(page: Any, payer: Payer) -> None:
    order = payer.orders(SHOE_42=1)
    payer.push(order)
    payer.money.pay(payer.prompt.id)
    (payment,) = payer.payments(order)
    path = f"/admin/payments/payment/{payment.pk}"
    assert "/mpesa/stkpush/v1/processrequest" in page.get(f"{path}/change/").content.decode()
    told = page.get(f"{path}/query-now/", follow=True).content.decode()
    assert "The provider was asked. The payment now stands as: paid." in told
    assert payer.order(order.pk).status == Order.Status.PAID
    assert f"{path}/query-now/" not in told, "it is final, so there is nothing left to ask"
    assert f"{path}/ask-refund/" not in told, "M-Pesa money is given back elsewhere"
    assert "There is nothing left to ask" in page.get(f"{path}/query-now/", follow=True).content.decode()


def test_an_orders_page_leads_to_its_payments(page: Any, payer: Payer) -> None:
    order = payer.orders(SHOE_42=1)
    payer.push(order)
    (payment,) = payer.payments(order)
    path = f"/admin/orders/order/{order.pk}/change/"
    assert f"/admin/payments/payment/{payment.pk}/change/" in page.get(path).content.decode()
    operator = seated(member(payer.tenant, Role.OPERATOR)).get(path).content.decode()
    assert order.number in operator
    assert f"/admin/payments/payment/{payment.pk}/change/" not in operator


def test_a_failure_is_told_in_words(page: Any, payer: Payer) -> None:
    with tenant_scope(payer.tenant.id):
        account = PaymentAccount.objects.get(provider="daraja")
    order = payer.orders(SHOE_42=1)
    payer.push(order)
    with tenant_scope(payer.tenant.id):
        Payment.objects.filter(account=account).update(status="failed", reason="wrong_pin", ask_at=None)
    assert "Wrong PIN" in page.get("/admin/payments/payment/").content.decode()


def test_money_without_an_order_stands_first(page: Any, payer: Payer) -> None:
    order = payer.orders(SHOE_42=1)
    payer.confirms(payer.sends("100.00", "WRONG"))
    payer.confirms(payer.sends("3499.00", order.number))
    lost, matched = sorted(payer.incoming(), key=lambda row: row.amount)
    shown = page.get("/admin/payments/incomingpayment/").content.decode()
    assert shown.index(lost.transaction_id) < shown.index(matched.transaction_id)
    for row, is_open in ((lost, True), (matched, False)):
        path = f"/admin/payments/incomingpayment/{row.pk}"
        told = page.get(f"{path}/change/").content.decode()
        assert (f"{path}/match-to-order/" in told) is is_open
        assert "The provider told us" in told


def test_a_card_payments_refund_is_asked_for_once(page: Any, payer: Payer) -> None:
    order = payer.orders(SHOE_42=1)
    payer.pays_by_card(order)
    card = payer.money.pay(payer.prompt.id)
    payer.look(seconds=20)
    (payment,) = payer.payments(order)
    path = f"/admin/payments/payment/{payment.pk}/ask-refund/"
    page.get(path)
    assert payer.money.asked("RefundRequest") == [], "a link alone asks for nothing"
    for _ in range(2):
        page.post(path, CONFIRMED)
    (asked,) = payer.money.asked("RefundRequest")
    assert asked.body["confirmation_code"] == card.receipt
    assert asked.body["amount"] == "3499.00"
    assert payer.status(order).orders[0].payment_status == "refund_asked"


def test_money_is_matched_by_hand(page: Any, payer: Payer) -> None:
    order = payer.orders(SHOE_42=1)
    payer.confirms(payer.sends("3499.00", "WRONG"))
    (incoming,) = payer.incoming()
    path = f"/admin/payments/incomingpayment/{incoming.pk}/match-to-order/"
    page.post(path, CONFIRMED | {"number": "NOSUCH"})
    assert payer.paid_total(order) == 0
    for _ in range(2):
        page.post(path, CONFIRMED | {"number": order.number})
    assert payer.order(order.pk).status == Order.Status.PAID
    assert payer.incoming()[0].status == IncomingPayment.Status.MATCHED


def test_an_operator_sees_no_money(payer: Payer) -> None:
    client = seated(member(payer.tenant, Role.OPERATOR))
    for model in (Payment, PaymentAccount, IncomingPayment):
        assert client.get(f"/admin/payments/{model._meta.model_name}/").status_code == 403
