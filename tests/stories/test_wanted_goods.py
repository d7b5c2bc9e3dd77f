"""Wishes for goods: what is not on the shelves is said not to be there, and no page of such goods is told instead."""

import pytest

from tests.depth import sampled
from tests.stories.conftest import Say


@pytest.mark.parametrize(
    "asked",
    sampled(["nguo ya kuogelea iko?", "mna viti vya ofisi", "do you sell swimwear", "una fridge?"], quick=2),
)  # fmt: skip
def test_what_is_not_on_the_shelves_is_said_not_to_be_there(shop: Say, asked: str) -> None:
    told = shop(asked)
    assert "We have no " in told or "Hatuna " in told
    assert "KES" not in told
    assert "returned" not in told
    assert "T-" not in told


def test_whether_it_can_be_returned_is_told_by_the_pages(shop: Say) -> None:
    assert "cannot be returned" in shop("can i return swimwear")
    assert "cannot be returned" in shop("if i buy earrings can i return them")


def test_what_only_shares_a_use_with_it_is_not_offered_as_such(shop: Say) -> None:
    told = shop("nataka matairi ya gari")
    assert "Safari Car" not in told or "Sina uhakika" in told
    assert "kubahatisha" in told or "Sina uhakika" in told


@pytest.mark.parametrize(
    ("asked", "found"),
    sampled(
        [
            ("nataka mackintosh ya XL", "Masika Raincoat"), ("nipatie dawa ya mswaki", "Toothpaste"),
            ("tafuta zawadi ya mama isiyozidi 1500", "Perfume"),
        ],
        quick=2,
    ),
)  # fmt: skip
def test_goods_are_known_by_what_people_call_them(shop: Say, asked: str, found: str) -> None:
    assert found in shop(asked)


def test_where_the_shop_is_may_be_asked_from_behind(shop: Say) -> None:
    assert "Moi Avenue" in shop("habari", "wapi mko exactly")
