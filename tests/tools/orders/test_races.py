"""Two who come at once: for the last piece, the last use of a coupon, the first draft of a conversation."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from decimal import Decimal
from threading import Barrier
from typing import Any

import pytest
from django.db import connections

from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.tools.orders.shelf import Buyer, new_customer, stock_of, stock_up
from tools.offers.models import Offer, Redemption
from tools.orders.models import Order

CROWD = 4


@pytest.fixture
def crowd(committed_db: None, make_tenant: Callable[..., Tenant]) -> list[Buyer]:
    """Some customers of one shop."""
    tenant = make_tenant()
    stock_up(tenant)
    return [Buyer(tenant=tenant, customer_id=new_customer(tenant)) for _ in range(CROWD)]


def at_once(acts: list[Callable[[], Any]]) -> list[Any]:
    """What each act answers; all begin together, each on a connection of its own."""
    start = Barrier(len(acts))

    def run(act: Callable[[], Any]) -> Any:
        start.wait(timeout=10)
        try:
            return act()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


def codes(answers: list[Any]) -> list[str]:
    return sorted(getattr(answer, "code", "ok") for answer in answers)


def test_the_last_piece_has_one_buyer(crowd: list[Buyer]) -> None:
    answers = at_once([lambda buyer=buyer: buyer.wants(MUG=1, SHOE_43=1) for buyer in crowd])
    assert codes(answers) == ["ok", *["out_of_stock"] * (CROWD - 1)]
    lost = [answer.facts for answer in answers if hasattr(answer, "code")]
    assert lost == [{"sku": "SHOE-43", "title": "Road Shoe", "available": 0}] * (CROWD - 1)
    shop = crowd[0].tenant
    assert (stock_of(shop, "SHOE-43"), stock_of(shop, "MUG")) == (0, 99)


def test_carts_in_opposite_order_do_not_wait_in_a_ring(crowd: list[Buyer]) -> None:
    pairs = ([("MUG", 1), ("KIKOI", 1)], [("KIKOI", 1), ("MUG", 1)])
    acts = [
        lambda buyer=buyer, pair=pairs[turn % 2]: buyer.wants(
            *({"sku": sku, "quantity": pieces} for sku, pieces in pair)
        )
        for _ in range(5)
        for turn, buyer in enumerate(crowd)
    ]
    assert codes(at_once(acts)) == ["ok"] * len(acts)
    shop = crowd[0].tenant
    assert (stock_of(shop, "KIKOI"), stock_of(shop, "MUG")) == (10 - CROWD, 100 - CROWD)


@pytest.mark.parametrize("is_automatic", [False, True])
def test_the_last_use_has_one_winner(crowd: list[Buyer], is_automatic: bool) -> None:
    shop = crowd[0].tenant
    with tenant_scope(shop.id):
        Offer.objects.create(name="Last", code="" if is_automatic else "LAST", percent=Decimal(10), total_limit=1)
    orders = {buyer.conversation_id: str(buyer.order(KIKOI=1).pk) for buyer in crowd}

    def use(buyer: Buyer) -> Any:
        order_id = orders[buyer.conversation_id]
        if is_automatic:
            return buyer.call("offers_get_applicable", order_id=order_id)
        return buyer.call("order_apply_coupon", order_id=order_id, code="LAST")

    answers = at_once([lambda buyer=buyer: use(buyer) for buyer in crowd])
    if not is_automatic:
        assert codes(answers) == ["coupon_used_up"] * (CROWD - 1) + ["ok"]
    with tenant_scope(shop.id):
        assert Redemption.objects.count() == 1
        assert sorted(Order.objects.values_list("total", flat=True)) == [1080, *[1200] * (CROWD - 1)]


def test_a_conversation_gets_one_draft_whoever_comes_at_once(crowd: list[Buyer]) -> None:
    """Different customers in one conversation: nothing but the constraint holds them apart."""
    same = [replace(buyer, conversation_id=crowd[0].conversation_id) for buyer in crowd]
    answers = at_once([lambda buyer=buyer: buyer.wants(KIKOI=1) for buyer in same])
    assert codes(answers) == ["ok"] * CROWD
    assert len({answer.order.order_id for answer in answers}) == 1
    assert stock_of(crowd[0].tenant, "KIKOI") == 9


def test_money_that_comes_at_once_is_counted_each_time(crowd: list[Buyer]) -> None:
    order = crowd[0].order(KIKOI=1)
    answers = at_once([lambda: crowd[0].pay(order, "300")] * CROWD)
    assert crowd[0].read(order).paid_total == 1200
    assert sum(answer.is_settled_now for answer in answers) == 1
