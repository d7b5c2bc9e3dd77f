"""Offers are only read where no order is named, so that they may be told while a message can still be superseded; and a
few are told where nobody has asked for them."""

from decimal import Decimal
from typing import Any

import pytest

from tenants.models import Tenant
from tests.tools.offers.test_coupons import DAY, offer
from tests.tools.orders.shelf import NOW
from tools.offers.selectors import MOST_IN_PASSING, list_in_passing
from tools.registry import BY_NAME, effect_of


@pytest.mark.parametrize(
    ("arguments", "effect"),
    [({}, "read"), ({"order_id": None}, "read"), ({"order_id": ""}, "read"), ({"order_id": "an order"}, "write")],
)
def test_offers_are_applied_only_to_an_order(arguments: dict[str, object], effect: str) -> None:
    assert effect_of("offers_get_applicable", arguments) == effect


def test_every_other_effect_needs_no_argument_to_be_one() -> None:
    others = [tool for tool in BY_NAME.values() if tool.name != "offers_get_applicable"]
    assert all(tool.effect_of({}) == tool.effect for tool in others)


def test_what_is_told_in_passing_is_what_anyone_may_use_now_in_one_statement(shop: Tenant, statements: Any) -> None:
    offer(shop, name="By itself", shelf="Shoes")
    offer(shop, "KARIBU10", description="A tenth off.", minimum_spend=Decimal(500))
    offer(shop, "MUGS", product="Mug")
    for code, terms in (
        ("HANDED", {"is_public": False}), ("SOON", {"starts_at": NOW + DAY}), ("OVER", {"ends_at": NOW}),
        ("OFF", {"is_active": False}),
    ):  # fmt: skip
        offer(shop, code, **terms)
    with statements() as seen:
        told = list_in_passing(shop.id, NOW)
    assert [(each.name, each.code, list(each.scope)) for each in told] == [
        ("KARIBU10", "KARIBU10", []), ("MUGS", "MUGS", ["Mug"]), ("By itself", "", ["Shoes"]),
    ]  # fmt: skip
    assert (told[0].description, told[0].minimum_spend, told[0].currency) == ("A tenth off.", Decimal(500), "KES")
    assert len([each for each in seen if "offers_offer" in each]) == 1


def test_no_more_than_a_few_are_told_in_passing(shop: Tenant) -> None:
    for number in range(MOST_IN_PASSING + 2):
        offer(shop, f"CODE{number}")
    assert len(list_in_passing(shop.id, NOW)) == MOST_IN_PASSING
