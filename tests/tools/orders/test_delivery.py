"""What delivery costs: the area that a place lies in, its fee in the total, and what the database holds of both."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from hypothesis import given
from hypothesis import strategies as st

from knowledge.text import words
from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.tools.orders.shelf import Buyer, new_customer, stock_up
from tools.catalog.models import Variant
from tools.orders.delivery import Area, find
from tools.orders.models import DeliveryArea, Order
from tools.orders.totals import Tariff


def area(name: str, *places: str, fee: int = 100, shelves: Sequence[str] = ()) -> Area:
    return Area(name=name, places=places, shelves=tuple(shelves), tariff=Tariff(fee=Decimal(fee)))


LARGE = ("Home > Furniture",)
AREAS = (
    area("van", "Nairobi", "Machakos", shelves=LARGE),
    area("towns", "Mombasa", "Kisumu"),
    area("near", "Westlands", "Upper Hill", "CBD"),
    area("nairobi", "Nairobi", "Umoja", "Mombasa Road", "Milimani", "Lang'ata"),
)


@pytest.mark.parametrize(
    ("place", "name"),
    [
        ("Umoja 1, near the stage", "nairobi"), ("UMOJA", "nairobi"), ("upper-hill, Block C", "near"),
        ("Kisumu, Milimani estate", "towns"), ("Milimani", "nairobi"), ("CBD, Mombasa", "towns"),
        ("Mombasa Road, next to the mall", "nairobi"), ("Mombasa", "towns"), ("off Mombasa road, Mombasa", "towns"),
        ("Langata", None), ("lang\u2019ata", "nairobi"), ("Kísumu", "towns"), ("Westlands, Nairobi", "near"),
        ("Umojani", None), ("Upper, Hill", "near"), ("Eldoret", None), ("", None), ("?!", None),
    ],
)  # fmt: skip
def test_the_first_area_that_names_the_place(place: str, name: str | None) -> None:
    found = find(AREAS, place, ["Shoes > Running"])
    assert (found.name if found else None) == name


@pytest.mark.parametrize(
    ("place", "shelves", "name"),
    [
        ("Nairobi", ["Home > Furniture"], "van"), ("Nairobi", ["home > furniture > Beds", "Shoes"], "van"),
        ("Kisumu", ["Home > Furniture"], None), ("Westlands", ["Home > Furniture"], None),
        ("Nairobi", ["Home > Furniture & more"], "nairobi"), ("Nairobi", ["Home"], "nairobi"),
        ("Nairobi", [], "nairobi"), ("Machakos", ["Shoes"], None),
    ],
)  # fmt: skip
def test_goods_that_have_areas_of_their_own_go_by_those_alone(place: str, shelves: list[str], name: str | None) -> None:
    found = find(AREAS, place, shelves)
    assert (found.name if found else None) == name


WORDS = ("umoja", "west", "lands", "upper", "hill", "road", "mombasa", "near", "stage")
names = st.lists(st.sampled_from(WORDS[:-2]), min_size=1, max_size=3).map(" ".join)


@given(
    places=st.lists(st.lists(names, min_size=1, max_size=4), max_size=5),
    said=st.lists(st.sampled_from(WORDS), max_size=8),
)
def test_an_area_that_is_found_names_what_was_said_and_none_is_passed_over(
    places: list[list[str]], said: list[str]
) -> None:
    areas = [area(str(number), *each) for number, each in enumerate(places)]
    text = " ".join(said)
    found = find(areas, text, ())
    named = [one for one in areas if any(f" {place} " in f" {text} " for place in one.places)]
    assert (found is None) is (not named)
    assert found is None or found in named
    if named and all(len(words(place)) == 1 for one in named for place in one.places):
        assert found is named[0]
    assert find(areas, text.upper(), ()) == found


@pytest.fixture
def fees(shop: Tenant) -> Tenant:
    """The shop with two areas, and one for what stands in the kitchen."""
    with tenant_scope(shop.id):
        DeliveryArea.objects.create(position=1, name="Coast", places=["Mombasa"], fee=Decimal(500))
        DeliveryArea.objects.create(
            position=2, name="Nairobi", places=["Nairobi", "Umoja"], fee=Decimal(300), free_from=Decimal(3400)
        )
        DeliveryArea.objects.create(
            position=3, name="Crockery", places=["Nairobi"], categories=["Kitchen"], fee=Decimal("99.50")
        )
    return shop


def order_to(buyer: Buyer, place: str, how: str = "", **quantities: int) -> Any:
    lines = [{"sku": sku.replace("_", "-"), "quantity": pieces} for sku, pieces in quantities.items()]
    return buyer.call("order_create", lines=lines, delivery={"place": place, "how": how}).order


@pytest.mark.parametrize(
    ("place", "how", "goods", "fee", "total"),
    [
        ("Umoja 1", "", {"KIKOI": 1}, 300, 1500), ("Mombasa", "", {"KIKOI": 3}, 500, 4100),
        ("Umoja 1", "", {"KIKOI": 3}, 0, 3600), ("Lamu", "", {"KIKOI": 1}, None, 1200),
        ("", "", {"KIKOI": 1}, None, 1200),
        ("I come to your shop in Umoja", "collected", {"KIKOI": 1}, None, 1200),
        ("Nairobi", "", {"KIKOI": 1, "MUG": 2}, 100, 1601), ("Umoja", "", {"MUG": 2}, None, 301),
    ],
)  # fmt: skip
def test_the_total_holds_the_fee_that_is_known(
    fees: Tenant, buyer: Buyer, place: str, how: str, goods: dict[str, int], fee: int | None, total: int
) -> None:
    order = order_to(buyer, place, how, **goods)
    assert (order.delivery_fee, order.total, order.due) == (fee, total, total)
    assert order.subtotal == total - (fee or 0)


def test_free_is_reckoned_after_discounts_which_take_nothing_off_the_fee(fees: Tenant, buyer: Buyer) -> None:
    told = order_to(buyer, "Nairobi", SHOE_42=1)
    assert (told.delivery_fee, told.total) == (0, 3499)
    with tenant_scope(fees.id):
        order = Order.objects.get(pk=told.order_id)
    discount = buyer.do("add_discount", order, name="Ten", code="TEN", source="coupon", amount=Decimal(350))
    less = buyer.facts(order)
    assert (less.delivery_fee, less.total) == (300, 3449)
    assert less.quote != told.quote
    buyer.do("remove_discounts", order, discount_ids=[discount.pk])
    assert buyer.facts(order).total == 3499
    buyer.do("add_discount", order, name="All", code="ALL", source="coupon", amount=Decimal(9999))
    assert (buyer.facts(order).delivery_fee, buyer.facts(order).total) == (300, 300)


def test_another_place_is_another_fee_and_another_quote(fees: Tenant, buyer: Buyer) -> None:
    first, second = order_to(buyer, "Umoja", KIKOI=1), order_to(buyer, "Mombasa", KIKOI=1)
    assert (first.order_id, first.total, second.total) == (second.order_id, 1500, 1700)
    assert first.quote != second.quote
    with tenant_scope(fees.id):
        assert Order.objects.get(pk=second.order_id).delivery_area == "Coast"
    assert order_to(buyer, "Lamu", KIKOI=1).delivery_fee is None
    with tenant_scope(fees.id):
        assert Order.objects.get(pk=second.order_id).delivery_area == ""


def test_todays_prices_are_told_with_the_fee_that_goes_with_them(fees: Tenant, buyer: Buyer) -> None:
    told = order_to(buyer, "Nairobi", SHOE_42=1)
    with tenant_scope(fees.id):
        order = Order.objects.get(pk=told.order_id)
        Variant.objects.filter(sku="SHOE-42").update(price=3000)
    buyer.do("reprice", order)
    assert (buyer.facts(order).delivery_fee, buyer.facts(order).total) == (300, 3300)


def test_goods_in_another_currency_have_no_fee_of_these(fees: Tenant, buyer: Buyer) -> None:
    with tenant_scope(fees.id):
        Variant.objects.update(currency="USD")
    assert order_to(buyer, "Umoja", KIKOI=1).delivery_fee is None


def test_the_fees_of_one_business_are_not_anothers(fees: Tenant, make_tenant: Any) -> None:
    beside = make_tenant()
    stock_up(beside)
    theirs = Buyer(tenant=beside, customer_id=new_customer(beside))
    assert order_to(theirs, "Umoja", KIKOI=1).delivery_fee is None
    with tenant_scope(beside.id):
        assert not DeliveryArea.objects.exists()
        DeliveryArea.objects.create(name="Nairobi", places=["Umoja"], fee=Decimal(50))
    assert order_to(theirs, "Umoja", KIKOI=1).delivery_fee == 50
    ours = Buyer(tenant=fees, customer_id=new_customer(fees))
    assert order_to(ours, "Umoja", KIKOI=1).delivery_fee == 300


@pytest.mark.parametrize(
    "changes", [{"delivery_fee": 100}, {"delivery_fee": None}, {"total": 1200}, {"delivery_fee": -300, "total": 900}]
)
def test_no_total_stands_that_does_not_add_up(fees: Tenant, buyer: Buyer, changes: dict[str, Any]) -> None:
    order = order_to(buyer, "Umoja", KIKOI=1)
    with tenant_scope(fees.id), transaction.atomic(), pytest.raises(IntegrityError, match="order_"):
        Order.objects.filter(pk=order.order_id).update(**changes)


@pytest.mark.parametrize(
    "wrong", [{"places": []}, {"fee": Decimal(-1)}, {"free_from": Decimal(0)}, {"name": "Coast"}], ids=str
)
def test_no_area_stands_without_places_or_with_a_sum_that_is_none(fees: Tenant, wrong: dict[str, Any]) -> None:
    fields: dict[str, Any] = {"name": "Lake", "places": ["Kisumu"], "fee": Decimal(500)}
    with tenant_scope(fees.id), transaction.atomic(), pytest.raises(IntegrityError, match="delivery_"):
        DeliveryArea.objects.create(**fields | wrong)


@pytest.mark.parametrize(
    ("place", "goods", "fee"),
    [
        ("Moi Avenue, CBD", {"RUN-001-RED-42": 1}, 200), ("Umoja 1, near the stage", {"RUN-001-RED-42": 1}, 300),
        ("Kilimani", {"RUN-001-RED-42": 2}, 0), ("Kisumu, Milimani estate", {"RUN-001-RED-42": 2}, 500),
        ("Mombasa Road", {"RUN-001-RED-42": 1}, 300), ("Thika Road, Roysambu", {"RUN-001-RED-42": 1}, 300),
        ("Thika", {"RUN-001-RED-42": 1}, 400), ("Machakos town", {"RUN-001-RED-42": 1}, 600),
        ("Machakos town", {"HBD-005-5X6": 1}, 1200), ("Westlands", {"HBD-005-5X6": 1, "RUN-001-RED-42": 1}, 1200),
        ("Kisumu", {"HBD-005-5X6": 1}, None), ("Kampala", {"RUN-001-RED-42": 1}, None),
    ],
)  # fmt: skip
def test_the_demo_shop_delivers_as_its_page_tells(duka: Tenant, place: str, goods: dict[str, int], fee: int) -> None:
    lines = [{"sku": sku, "quantity": pieces} for sku, pieces in goods.items()]
    buyer = Buyer(tenant=duka, customer_id=new_customer(duka))
    assert buyer.call("order_create", lines=lines, delivery={"place": place}).order.delivery_fee == fee


def test_the_demo_shops_areas_keep_the_rules(duka: Tenant) -> None:
    with tenant_scope(duka.id):
        for row in DeliveryArea.objects.all():
            row.full_clean(exclude=["tenant"])
