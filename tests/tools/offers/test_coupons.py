"""Coupons on draft orders: what they take off, what they refuse, and offers that apply by themselves."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.tools.orders.shelf import NOW, Buyer
from tools.catalog.models import Category, Product
from tools.offers.models import Offer, OfferScope, Redemption
from tools.orders.models import OrderDiscount

DAY = timedelta(days=1)


def offer(shop: Tenant, code: str = "", *, shelf: str = "", product: str = "", **fields: Any) -> Offer:
    terms = {"percent": Decimal(10)} if "amount" not in fields else {}
    with tenant_scope(shop.id):
        made = Offer.objects.create(name=fields.pop("name", code or "Welcome"), code=code, **(terms | fields))
        if shelf:
            OfferScope.objects.create(offer=made, category=Category.objects.get_or_create(path=shelf)[0])
        if product:
            OfferScope.objects.create(offer=made, product=Product.objects.get(title=product))
    return made


def apply(buyer: Buyer, order: Any, code: str) -> Any:
    return buyer.call("order_apply_coupon", order_id=str(order.pk), code=code)


def applicable(buyer: Buyer, order: Any = None) -> Any:
    return buyer.call("offers_get_applicable", **({"order_id": str(order.pk)} if order else {}))


def uses(shop: Tenant) -> int:
    with tenant_scope(shop.id):
        return Redemption.objects.count()


def test_a_coupon_lowers_the_total_and_changes_the_quote(shop: Tenant, buyer: Buyer) -> None:
    offer(shop, "KARIBU10")
    order = buyer.order(SHOE_42=1)
    before = buyer.facts(order)
    answer = apply(buyer, order, "karibu 10!")
    assert answer.name == "KARIBU10"
    assert [(row.code, row.amount) for row in answer.order.discounts] == [("KARIBU10", Decimal(350))]
    assert (answer.order.subtotal, answer.order.total) == (3499, 3149)
    assert answer.order.quote != before.quote


@pytest.mark.parametrize(
    ("fields", "code", "facts"),
    [
        ({"starts_at": NOW + DAY}, "coupon_not_started", {}),
        ({"ends_at": NOW}, "coupon_expired", {}),
        ({"is_active": False}, "coupon_unknown", {}),
        (
            {"minimum_spend": Decimal(5000)},
            "minimum_not_met",
            {"minimum": "5000.00", "missing": "3800.00", "currency": "KES"},
        ),
        ({"shelf": "Shoes"}, "not_for_these_items", {"scope": ["Shoes"]}),
        ({"product": "Mug"}, "not_for_these_items", {"scope": ["Mug"]}),
        ({"amount": Decimal(5), "currency": "USD"}, "not_for_these_items", {}),
        ({"amount": Decimal(5), "currency": "USD", "product": "Kikoi"}, "not_for_these_items", {}),
    ],
)
def test_what_the_rules_forbid_is_refused(shop: Tenant, buyer: Buyer, fields: Any, code: str, facts: Any) -> None:
    offer(shop, "X", **fields)
    order = buyer.order(KIKOI=1)
    before = buyer.facts(order)
    refusal = apply(buyer, order, "X")
    assert (refusal.code, refusal.facts) == (code, facts | {"coupon": "X"})
    assert buyer.facts(order) == before


@pytest.mark.parametrize("code", ["NOPE", "!!", " ", "KARIBU10'--"])
def test_an_unknown_code_is_refused(shop: Tenant, buyer: Buyer, code: str) -> None:
    offer(shop, "KARIBU10")
    offer(shop)
    assert apply(buyer, buyer.order(MUG=1), code).code == "coupon_unknown"


def test_another_customers_order_is_unknown(shop: Tenant, buyer: Buyer, other: Buyer) -> None:
    offer(shop, "X")
    order = buyer.order(MUG=1)
    assert apply(other, order, "X").code == "order_unknown"
    assert applicable(other, order).code == "order_unknown"
    for order_id in ("", "nonsense", str(shop.id)):
        assert buyer.call("order_apply_coupon", order_id=order_id, code="X").code == "order_unknown"


def test_only_what_it_is_for_is_cheaper(shop: Tenant, buyer: Buyer) -> None:
    offer(shop, "SHOES", shelf="Shoes")
    offer(shop, "MUGS", amount=Decimal(1000), product="Mug", is_stackable=True)
    assert apply(buyer, buyer.order(SHOE_42=1, MUG=2), "SHOES").order.discounts[0].amount == 350
    assert apply(buyer, buyer.order(SHOE_42=1, MUG=2), "MUGS").order.discounts[0].amount == 301


def test_the_same_coupon_goes_on_an_order_once(shop: Tenant, buyer: Buyer) -> None:
    offer(shop, "X", total_limit=1, is_stackable=True)
    order = buyer.order(MUG=1)
    apply(buyer, order, "X")
    assert apply(buyer, order, "X").code == "already_applied"
    assert uses(shop) == 1


def test_coupons_go_together_only_if_both_allow_it(shop: Tenant, buyer: Buyer) -> None:
    for code, is_stackable in (("A", True), ("B", True), ("C", False)):
        offer(shop, code, is_stackable=is_stackable)
    order = buyer.order(KIKOI=1)
    apply(buyer, order, "A")
    assert apply(buyer, order, "B").order.total == 960
    assert apply(buyer, order, "C").code == "not_stackable"
    alone = buyer.order(KIKOI=2)
    apply(buyer, alone, "C")
    assert apply(buyer, alone, "A").code == "not_stackable"


def test_limits_count_uses_that_stand(shop: Tenant, buyer: Buyer, other: Buyer) -> None:
    offer(shop, "LAST", total_limit=1)
    offer(shop, "MINE", per_customer_limit=1, is_stackable=True)
    order, rival = buyer.order(MUG=1), other.order(MUG=1)
    apply(buyer, order, "LAST")
    assert apply(other, rival, "LAST").code == "coupon_used_up"
    buyer.wants(MUG=2)
    assert uses(shop) == 0
    assert apply(other, rival, "LAST").order.total == 136

    apply(buyer, order, "MINE")
    buyer.pay(order, "500")
    refusal = apply(buyer, buyer.order(MUG=1), "MINE")
    assert (refusal.code, refusal.facts) == ("coupon_used_by_customer", {"per_customer": 1, "coupon": "MINE"})


@pytest.mark.parametrize("end", ["withdraw", "give up"])
def test_an_order_that_ends_gives_its_use_back(shop: Tenant, buyer: Buyer, other: Buyer, end: str) -> None:
    offer(shop, "LAST", total_limit=1)
    order = buyer.order(MUG=1)
    apply(buyer, order, "LAST")
    if end == "withdraw":
        buyer.wants()
    else:
        buyer.after(days=3).expire()
    assert (buyer.read(order).total, uses(shop)) == (151, 0)
    assert apply(other, other.order(MUG=1), "LAST").name == "LAST"


def test_a_paid_order_takes_no_coupon(shop: Tenant, buyer: Buyer) -> None:
    offer(shop, "X")
    order = buyer.order(MUG=1)
    buyer.pay(order, "151")
    assert apply(buyer, order, "X").code == "not_a_draft"
    (told,) = applicable(buyer, order).offers
    assert (told.applies, told.obstacle) == (False, "not_a_draft")


def test_offers_without_a_code_apply_by_themselves(shop: Tenant, buyer: Buyer) -> None:
    offer(shop, name="Ten", is_stackable=True)
    offer(shop, name="Mugs", amount=Decimal(100), is_stackable=True, product="Mug")
    offer(shop, name="Fifteen", percent=Decimal(15))
    order = buyer.order(MUG=1)
    answer = applicable(buyer, order)
    assert [(row.name, row.amount) for row in answer.order.discounts] == [("Ten", 15), ("Mugs", 100)]
    assert [one.name for one in answer.offers if one.is_applied] == ["Mugs", "Ten"]
    again = applicable(buyer, order)
    assert (again.order.quote, uses(shop)) == (answer.order.quote, 2)
    best = applicable(buyer, buyer.order(KIKOI=1))
    assert [(row.name, row.amount) for row in best.order.discounts] == [("Fifteen", 180)]


def test_a_better_coupon_takes_the_place_of_automatic_offers(shop: Tenant, buyer: Buyer) -> None:
    offer(shop, name="Ten")
    offer(shop, "TWENTY", percent=Decimal(20))
    offer(shop, "FIVE", percent=Decimal(5))
    order = buyer.order(KIKOI=1)
    applicable(buyer, order)
    assert apply(buyer, order, "FIVE").code == "not_stackable"
    assert [row.name for row in apply(buyer, order, "TWENTY").order.discounts] == ["TWENTY"]
    assert [row.name for row in applicable(buyer, order).order.discounts] == ["TWENTY"]


def test_offers_are_told_the_most_saving_first_and_secret_ones_never(shop: Tenant, buyer: Buyer) -> None:
    offer(shop, "SMALL", ends_at=NOW + DAY)
    offer(shop, "BIG", percent=Decimal(50))
    offer(shop, "SHOES", shelf="Shoes")
    offer(shop, "SECRET", percent=Decimal(90), is_public=False)
    offer(shop, "OVER", ends_at=NOW)
    answer = applicable(buyer, buyer.order(KIKOI=1))
    assert [(one.code, one.saving, one.obstacle) for one in answer.offers] == [
        ("BIG", 600, None),
        ("SMALL", 120, None),
        ("SHOES", None, "not_for_these_items"),
    ]
    assert answer.offers[2].scope == ["Shoes"]
    assert str(answer.offers[1].ends_on) == "2026-03-03"
    assert {one.code for one in applicable(buyer).offers} == {"SMALL", "BIG", "SHOES"}


def test_the_database_refuses_what_no_offer_can_be(shop: Tenant) -> None:
    offer(shop, "X")
    wrong: list[dict[str, Any]] = [
        {"percent": 10, "amount": 10}, {}, {"percent": 0}, {"percent": 101}, {"amount": -1},
        {"percent": 1, "starts_at": NOW, "ends_at": NOW}, {"percent": 1, "minimum_spend": 0},
        {"percent": 1, "total_limit": 0}, {"percent": 1, "code": "X"},
    ]  # fmt: skip
    for fields in wrong:
        with pytest.raises(IntegrityError), transaction.atomic(), tenant_scope(shop.id):
            Offer.objects.create(name="Wrong", **fields)


def test_an_offer_that_is_deleted_leaves_the_bill_as_it_was(shop: Tenant, buyer: Buyer) -> None:
    made = offer(shop, "X")
    order = buyer.order(KIKOI=1)
    apply(buyer, order, "X")
    with tenant_scope(shop.id):
        Offer.objects.filter(pk=made.pk).delete()
        assert OrderDiscount.objects.get().amount == 120
