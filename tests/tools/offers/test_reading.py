"""Offers are only read where no order is named, so that they may be told while a message can still be superseded."""

import pytest

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
