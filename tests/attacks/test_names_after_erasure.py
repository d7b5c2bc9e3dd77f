"""A customer is erased, and somebody with the database in hand looks for them."""

from collections.abc import Callable
from datetime import timedelta
from io import BytesIO
from typing import Any

import pytest
from django.apps import apps
from django.contrib.postgres.fields import ArrayField
from django.db import connection, models
from django.utils import timezone

from conversations.models import Turn
from conversations.rights import books, erasure, export, retention
from tenants.models import Customer, Tenant
from tenants.scope import fleet_scope, tenant_scope
from tests.loopback.money_server import callback
from tests.people import member, seated
from tests.talk import Talk
from tests.tools.payments.till import Payer
from tools.orders.models import Order
from tools.payments.models import IncomingPayment, Payment, PaymentExchange
from tools.payments.mpesa import pull

NAME, NUMBER, OTHER_NUMBER = "Zawadimarker", "254711987654", "254722555333"
MASKED = "2547 ***** 654"
TEXTS = (models.CharField, models.TextField, models.JSONField, ArrayField)


def found(*marks: str) -> list[str]:
    """Every column of every table in which one of these stands, found by walking the models."""
    places = []
    for model in apps.get_models(include_auto_created=True):
        texts = [field for field in model._meta.concrete_fields if isinstance(field, TEXTS) and not field.is_relation]
        columns = ", ".join(f'"{field.column}"::text' for field in texts)
        if not columns:
            continue
        with fleet_scope(), connection.cursor() as cursor:
            cursor.execute(
                f'SELECT {columns} FROM "{model._meta.db_table}" WHERE concat_ws(chr(10), {columns}) ILIKE ANY (%s)',
                [[f"%{mark}%" for mark in marks]],
            )
            rows = cursor.fetchall()
        for place, field in enumerate(texts):
            said = "\n".join(row[place] or "" for row in rows).lower()
            places += [f"{model._meta.label}.{field.name}: {mark}" for mark in marks if mark.lower() in said]
    return places


@pytest.fixture
def buyer(payer: Payer, talk: Callable[..., Talk]) -> Payer:
    """Somebody who writes, orders, pays in all three ways, types a wrong reference, and is asked for a PIN in vain."""
    chat = talk(payer.tenant, sender=f"whatsapp:+{NUMBER}")
    chat.say(f"Hi, I am {NAME}, call me on 0711987654", ProfileName=f"{NAME} Wanjiru", WaId=NUMBER)
    conversation = chat.conversation
    payer.conversation_id, payer.customer_id = conversation.id, conversation.customer_id
    return payer


def pays(buyer: Payer) -> list[str]:
    """The receipts of what was paid, and of money that belongs to no order."""
    receipts = []
    order = buyer.orders(MUG=1)
    buyer.push(order, phone_e164=f"+{NUMBER}")
    prompt = buyer.money.pay(buyer.prompt.id)
    buyer.told(prompt)
    buyer.look()
    buyer.confirms(buyer.sends("151.00", order.number, TransID=prompt.receipt, MSISDN=MASKED, FirstName=NAME.upper()))
    receipts.append(prompt.receipt)
    buyer.now, buyer.request_id = buyer.after(minutes=5).now, buyer.after().request_id
    order = buyer.orders(KIKOI=1)
    for kind in ("validate", "confirm", "confirm"):
        paid = buyer.sends("1200.00", order.number, TransID="QKAMARKER1", MSISDN=MASKED, FirstName=NAME.upper())
        buyer.confirms(paid, kind)
    receipts.append("QKAMARKER1")
    buyer.request_id = buyer.after().request_id
    order = buyer.orders(SHOE_42=1)
    buyer.pays_by_card(order)
    card = buyer.money.pay(buyer.prompt.id)
    buyer.look(seconds=30)
    receipts.append(card.receipt)
    assert {row.status for row in buyer.payments(order)} == {"paid"}
    buyer.confirms(buyer.sends("5.00", f"{NAME} water", MSISDN=MASKED, FirstName=NAME.upper()), "validate")
    for kind in ("validate", "confirm"):
        stray = buyer.sends("10.00", f"{NAME} rent", TransID="QKAMARKER2", MSISDN=MASKED, FirstName=NAME.upper())
        buyer.confirms(stray, kind)
    receipts.append("QKAMARKER2")
    buyer.request_id = buyer.after().request_id
    order = buyer.orders(MUG=1)
    buyer.push(order, phone_e164=f"+{OTHER_NUMBER}")
    buyer.told(buyer.prompt, callback(buyer.prompt, code="1032"))
    return receipts


def erase(buyer: Payer, **options: Any) -> Any:
    return erasure.erase(buyer.tenant.id, buyer.customer_id, now=timezone.now(), **options)


def test_nobody_finds_them(buyer: Payer) -> None:
    receipts = pays(buyer)
    with tenant_scope(buyer.tenant.id):
        Order.objects.update(delivery={"recipient": NAME, "place": "Plot 7, Marula Lane"})
    marks = [NAME, "Marula Lane", NUMBER, NUMBER[3:], "0711987654", OTHER_NUMBER[3:], MASKED, *receipts]
    before = found(*marks)
    for mark in (NAME, "Marula Lane", NUMBER, MASKED, *receipts):
        assert any(place.endswith(mark) for place in before), f"{mark} stands nowhere: the test looks for nothing"
    erase(buyer, despite_open=True)
    assert found(*marks) == []


def test_money_that_is_told_of_again_does_not_bring_them_back(buyer: Payer) -> None:
    receipts = pays(buyer)
    erase(buyer, despite_open=True)
    with tenant_scope(buyer.tenant.id):
        sums = list(Order.objects.order_by("id").values_list("paid_total", flat=True))
    for receipt in receipts:
        told = buyer.sends("1200.00", "", TransID=receipt, MSISDN=MASKED, FirstName=NAME.upper())
        buyer.confirms(told)
        buyer.money.came[receipt] = {"amount": "1200.00", "reference": "", "at": buyer.now.isoformat()}
    with tenant_scope(buyer.tenant.id):
        account = buyer.incoming()[0].account
        account.pull_registered_at = buyer.now
        account.save()
    pull.pull(buyer.tenant.id, account.pk, now=buyer.now + timedelta(hours=1))
    assert found(NAME, MASKED) == []
    with tenant_scope(buyer.tenant.id):
        assert not IncomingPayment.objects.filter(transaction_id__in=receipts).exists()
        assert list(Order.objects.order_by("id").values_list("paid_total", flat=True)) == sums


def test_the_books_still_add_up(buyer: Payer) -> None:
    pays(buyer)
    with tenant_scope(buyer.tenant.id):
        paid = list(Order.objects.filter(paid_total__gt=0).order_by("id").values_list("id", "number", "paid_total"))
        lines = {pk: Order.objects.get(pk=pk).lines.count() for pk, *_ in paid}
        unpaid = list(Order.objects.filter(paid_total=0).values_list("id", flat=True))
    report = erase(buyer, despite_open=True)
    with tenant_scope(buyer.tenant.id):
        kept = list(Order.objects.order_by("id").values_list("id", "number", "paid_total"))
        assert kept == paid
        assert len(paid) == 3
        assert {pk: Order.objects.get(pk=pk).lines.count() for pk, *_ in paid} == lines
        assert not Order.objects.filter(pk__in=unpaid).exists()
        assert set(Payment.objects.values_list("status", flat=True)) == {"paid"}
        assert str(Customer.objects.get(pk=buyer.customer_id)) == "Erased customer"
        assert not Turn.objects.exists()
        assert not PaymentExchange.objects.exclude(payment=None, incoming=None).exists()
    assert report[f"{erasure.KEPT}orders.Order"] == 3
    with pytest.raises(erasure.CustomerUnknown):
        erase(buyer)
    with pytest.raises(erasure.CustomerUnknown):
        export.export(buyer.tenant.id, buyer.customer_id, BytesIO())
    page = seated(member(buyer.tenant))
    shown = page.get(f"/admin/orders/order/{paid[0][0]}/change/").content.decode()
    assert "Erased customer" in shown
    assert "Erased customer" not in page.get("/admin/tenants/customer/").content.decode()
    assert page.get(f"/admin/tenants/customer/{buyer.customer_id}/erase-data/").status_code == 404


def test_the_books_end_when_the_tenant_says(buyer: Payer) -> None:
    pays(buyer)
    erase(buyer, despite_open=True)
    with tenant_scope(buyer.tenant.id):
        Tenant.objects.update(books_years=2)
    soon, late = timezone.now() + timedelta(days=2 * 365 - 3), timezone.now() + timedelta(days=2 * 366 + 3)
    retention.expire(buyer.tenant.id, now=soon)
    with tenant_scope(buyer.tenant.id):
        assert Order.objects.count() == 3
    report = retention.expire(buyer.tenant.id, now=late)
    assert (report["orders.Order"], report["tenants.Customer"]) == (3, 1)
    with tenant_scope(buyer.tenant.id):
        for model in (Order, Payment, IncomingPayment):
            assert not model.objects.exists(), model
        assert not Customer.objects.filter(pk=buyer.customer_id).exists()
    assert books.expire(buyer.tenant.id, now=late) == {}


def test_the_books_of_whoever_was_not_erased_stay(buyer: Payer) -> None:
    pays(buyer)
    retention.expire(buyer.tenant.id, now=timezone.now() + timedelta(days=30 * 366))
    with tenant_scope(buyer.tenant.id):
        assert Order.objects.filter(paid_total__gt=0).count() == 3


def test_an_open_order_speaks_against_it(buyer: Payer) -> None:
    order = buyer.orders(SHOE_42=1)
    buyer.confirms(buyer.sends("3499.00", order.number))
    with pytest.raises(erasure.OrdersOpen) as refused:
        erase(buyer)
    assert refused.value.reasons == [f"Order {order.number} is paid."]
    page = seated(member(buyer.tenant))
    path = f"/admin/tenants/customer/{buyer.customer_id}/erase-data/"
    shown = page.get(path).content.decode()
    assert f"Order {order.number} is paid." in shown
    assert 'name="despite_open"' in shown
    assert "Nothing was erased" in page.post(path).content.decode()
    with tenant_scope(buyer.tenant.id):
        assert Customer.objects.get(pk=buyer.customer_id).name == f"{NAME} Wanjiru"
        Order.objects.update(status="delivered")
    assert 'name="despite_open"' not in page.get(path).content.decode()
    assert page.post(path).status_code == 302
    assert found(NAME) == []


def test_money_under_way_speaks_against_it(buyer: Payer) -> None:
    order = buyer.orders(SHOE_42=2)
    buyer.confirms(buyer.sends("6998.00", order.number))
    with pytest.raises(erasure.OrdersOpen, match="until Safaricom confirms"):
        erase(buyer)


def test_what_somebody_else_paid_keeps_its_names(buyer: Payer) -> None:
    """Their first name on another number, their masked number with another name: it is not theirs."""
    others = [
        buyer.sends("10.00", "RENT", TransID="QKOTHER001", MSISDN="2547 ***** 111", FirstName=NAME.upper()),
        buyer.sends("10.00", "RENT", TransID="QKOTHER002", MSISDN=MASKED, FirstName="MWANGI"),
    ]
    for told in others:
        buyer.confirms(told)
    erase(buyer)
    assert {row.payer_name for row in buyer.incoming()} == {NAME.upper(), "MWANGI"}


def test_the_provider_log_tells_no_names_at_all(buyer: Payer) -> None:
    """They are kept once, with the money, and not a second time in what was told about it."""
    pays(buyer)
    told = [row.request for row in buyer.exchanges() if "TransID" in row.request]
    assert {(one["FirstName"], one["MSISDN"]) for one in told} == {("***", "***")}
    assert [one["TransID"] for one in told].count("QKAMARKER1") == 3
    assert MASKED in str([row.payer_phone for row in buyer.incoming()])
