"""Somebody keeps pieces from others and never pays: by changing carts, giving them up, and a yes for nothing."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.depth import rounds
from tests.tools.orders.shelf import Buyer, new_customer, stock_of, stock_up
from tools.orders import services
from tools.orders.models import Order
from tools.orders.refusals import OrderRefused

ACTS = ("wants", "withdraws", "yes", "prompt", "fails")
LONG, STEP = 150, 5
MOST_MINUTES = 30 + services.MOST_MOMENTS * 5


@pytest.fixture
def shop(db: None, make_tenant: Callable[..., Tenant]) -> Tenant:
    tenant = make_tenant(held_pieces_limit=5)
    stock_up(tenant)
    return tenant


@pytest.fixture
def hoarder(shop: Tenant) -> Buyer:
    return Buyer(tenant=shop, customer_id=new_customer(shop))


def test_changing_the_cart_does_not_begin_the_half_hour_anew(shop: Tenant, hoarder: Buyer) -> None:
    hoarder.wants(SHOE_43=1)
    for minutes in range(0, 90, 10):
        later = hoarder.after(minutes=minutes)
        later.expire()
        later.wants(SHOE_43=1, MUG=1 + minutes % 20 // 10)
    assert stock_of(shop, "SHOE-43") == 1


def test_giving_up_and_beginning_anew_does_not_either(shop: Tenant, hoarder: Buyer) -> None:
    for minutes in range(0, 90, 10):
        later = hoarder.after(minutes=minutes)
        later.expire()
        later.wants(SHOE_43=1)
        assert stock_of(shop, "SHOE-43") == (0 if minutes < 30 else 1)
        later.wants()
        assert stock_of(shop, "SHOE-43") == 1, "released at once"


def test_half_a_day_later_it_is_half_an_hour_again_and_no_longer(shop: Tenant, hoarder: Buyer) -> None:
    held = []
    for minutes in range(0, 24 * 60, 20):
        later = hoarder.after(minutes=minutes)
        later.expire()
        later.wants(SHOE_43=1, MUG=1 + minutes % 40 // 20)
        if stock_of(shop, "SHOE-43") == 0:
            held.append(minutes)
    assert held == [0, 20, 720, 740]


def test_a_yes_to_an_order_of_yesterday_counts_like_any_other(shop: Tenant, hoarder: Buyer) -> None:
    old = hoarder.order(SHOE_43=1)
    hoarder.after(minutes=725).expire()
    Buyer(tenant=shop, customer_id=hoarder.customer_id).after(minutes=725).wants(MUG=1)
    held = 0
    for minutes in range(760, 900, 10):
        later = hoarder.after(minutes=minutes)
        later.expire()
        later.do("hold", old)
        held += stock_of(shop, "SHOE-43") == 0
    assert held == services.MOST_MOMENTS


def test_a_customer_holds_few_pieces_over_all_orders(shop: Tenant, hoarder: Buyer) -> None:
    hoarder.wants(MUG=4)
    second = Buyer(tenant=shop, customer_id=hoarder.customer_id)
    order = second.order(MUG=2)
    assert (order.status, order.reserved_until, stock_of(shop, "MUG")) == ("draft", None, 96)
    assert second.wants(MUG=1).order.reserved_until is not None
    assert stock_of(shop, "MUG") == 95


def test_a_large_order_is_made_and_paid_all_the_same(shop: Tenant, hoarder: Buyer) -> None:
    order = hoarder.order(MUG=40)
    assert (order.reserved_until, stock_of(shop, "MUG")) == (None, 100)
    assert hoarder.do("place", order, until=hoarder.now + timedelta(minutes=3)).status == "placed"
    assert hoarder.wants(MUG=1).code == "not_a_draft", "a prompt is on the phone"
    paid = hoarder.pay(order, "6020")
    assert (paid.outcome, paid.missing, stock_of(shop, "MUG")) == ("paid", (), 60)


def test_what_nobody_set_aside_is_not_promised_twice(shop: Tenant, hoarder: Buyer) -> None:
    """Without a hold, too, more than there is cannot be ordered."""
    hoarder.wants(MUG=99)
    assert hoarder.wants(MUG=101).code == "out_of_stock"


def test_a_shilling_does_not_hold_for_ever(shop: Tenant, hoarder: Buyer) -> None:
    order = hoarder.order(SHOE_43=1)
    for hours in range(0, 72, 6):
        later = hoarder.after(hours=hours)
        later.expire()
        later.pay(order, "1")
    later.after(hours=1).expire()
    assert stock_of(shop, "SHOE-43") == 1


@settings(max_examples=rounds(3, deep=50), suppress_health_check=list(HealthCheck))
@given(st.data())
def test_property_nobody_who_pays_nothing_keeps_a_piece_for_long(
    db: None, make_tenant: Callable[..., Tenant], data: st.DataObject
) -> None:
    """Whatever they do, step by step for hours: the last piece is on the shelf for most of them."""
    tenant = make_tenant()
    stock_up(tenant)
    who = Buyer(tenant=tenant, customer_id=new_customer(tenant))
    other = Buyer(tenant=tenant, customer_id=who.customer_id)  # a second conversation of the same person
    acts = data.draw(
        st.lists(st.sampled_from(["wants", "withdraws", "yes", "prompt", "fails"]), min_size=1, max_size=6)
    )
    gone = 0
    for turn in range(LONG // STEP):
        minute, act = turn * STEP, acts[turn % len(acts)]
        _do(act, (who, other)[turn // len(acts) % 2].after(minutes=minute))
        who.after(minutes=minute + STEP).expire()
        gone += STEP * (stock_of(tenant, "SHOE-43") == 0)
    assert gone <= MOST_MINUTES + STEP


def _do(act: str, buyer: Buyer) -> None:
    with tenant_scope(buyer.tenant.id):
        rows = Order.objects.filter(conversation_id=buyer.conversation_id, status__in=["draft", "placed"])
        order = rows.order_by("-pk").first()
    try:
        if act == "wants":
            buyer.wants(SHOE_43=1)
        elif act == "withdraws":
            buyer.wants()
        elif order is not None and act == "prompt":
            buyer.do("place", order, until=buyer.now + timedelta(minutes=3))
        elif order is not None:
            buyer.do("hold" if act == "yes" else "reopen", order)
    except OrderRefused:
        return
