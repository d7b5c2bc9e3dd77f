"""What happens when a parcel comes late is asked of the rules, also beside a wish; where theirs is, of the orders."""

import pytest

from tests.stories.conftest import Say

RULE = "more than 2 working days late"


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ("show me running shoes size 42, and what happens if the parcel is late", "Eldoret Daily Trainer"),
        ("do you have pressure cookers, and what do you do if the delivery comes late", "Pressure Cooker"),
        ("nataka viatu vya kukimbia saizi 42, na mkichelewa kuleta inakuwaje", "Eldoret Daily Trainer"),
        ("niletee sufuria mbili, na mzigo ukichelewa inakuwaje", "Sufuria"),
        ("lete viatu vya kukimbia saizi 42, na mzigo ukichelewa nifanye nini", "Eldoret Daily Trainer"),
    ],
)
def test_a_case_that_may_come_stands_beside_a_wish(shop: Say, asked: str, shown: str) -> None:
    told = shop(asked)
    assert RULE in told
    assert shown in told


@pytest.mark.parametrize("asked", ["what happens when my parcel comes late", "mzigo ukichelewa inakuwaje"])
def test_it_is_asked_alone(shop: Say, asked: str) -> None:
    assert RULE in shop(asked)


def test_what_is_late_already_is_looked_for_among_the_orders(shop: Say) -> None:
    assert "I find no order" in shop("my parcel is late, what happens now")


def test_bring_me_is_no_part_of_what_is_sought(shop: Say) -> None:
    told = shop("lete viatu vya kukimbia saizi 42")
    assert "Eldoret Daily Trainer" in told
    assert "Sina uhakika" not in told
