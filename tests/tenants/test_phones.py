"""One number, however it is written; and nothing is made a number that cannot be one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenants.customers.phones import e164_of
from tools.payments import phones


@pytest.mark.parametrize(
    "written", ["0712 000 011", "254712000011", "+254 712-000-011", "(0712) 000011", "712000011", " +254712000011 "]
)
def test_every_way_to_write_a_kenyan_number_is_one(written: str) -> None:
    assert e164_of(written) == phones.to_e164(written) == "+254712000011"


@pytest.mark.parametrize(
    ("written", "number", "is_paid"),
    [
        ("+44 7700 900123", "+447700900123", False),  # a number, and none that M-Pesa charges
        ("020 234 5678", "+254202345678", False),
        ("0112 000 011", "+254112000011", True),
        ("0199 000 011", "+254199000011", True),  # a prefix that no plan has yet
        ("+1", None, False),
        ("0712", None, False),
        ("0712 000 011 ext 3", None, False),
        ("0800 FLOWERS", None, False),
        ("order 0712000011", None, False),
        ("٠٧١٢٠٠٠٠١١", None, False),
        ("+254 712 000 0111 222", None, False),
    ],
)
def test_what_is_a_number_and_what_can_be_charged(written: str, number: str | None, is_paid: bool) -> None:
    assert e164_of(written) == number
    assert phones.to_e164(written) == (number if is_paid else None)


@given(st.text(alphabet="+0123456789 ()-.٣x", max_size=40))
def test_whatever_is_written_the_answer_is_a_number_or_none(written: str) -> None:
    found = e164_of(written)
    assert found is None or (e164_of(found) == found and found[1:].isdecimal() and found.isascii())
