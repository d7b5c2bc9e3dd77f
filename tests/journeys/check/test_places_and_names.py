"""A place in a passage is that place, and not the item that is called so: a boot "Kilimani", a masala from Mombasa."""

import pytest

from journeys.check import Evidence, objections
from tests.attacks.lying_model.contexts import _beside, _cited, item

DELIVERY = "duka/library/delivery.md"
OF_BOOT, OF_MASALA = "how much is delivery to Kilimani?", "kunitumia Mombasa ni shilingi ngapi?"


def beside(title: str, words: str) -> Evidence:
    return _beside(item("duka", title), words=words, cited=_cited(DELIVERY, only=("Areas",)))


def is_sound(text: str, evidence: Evidence) -> bool:
    return not objections(text, evidence, language="mixed")


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("Delivery to Kilimani is KES 200, same day for orders before 12:00.", True),
        ("Delivery ya Kilimani ni KES 200.", True),
        ("Kupeleka Kilimani ni KES 200.", True),
        ("Delivery to Kilimani is KES 5,900.", False),
        ("It is KES 5,900 to Kilimani.", False),
        ("Sending it to Kilimani costs KES 5,900.", False),
        ("Delivery ya Kilimani ni 5,900.", False),
        ("Kupeleka Kilimani ni KES 5,900.", False),
        ("Delivery is KES 5,900.", False),
        ("Chelsea Boot Kilimani is KES 5,900, and delivery to Kilimani is KES 200.", True),
        ("Chelsea Boot Kilimani is KES 200.", False),
        ("Chelsea Boot Kilimani inauzwa KES 200.", False),
        ("The Kilimani is KES 5,900.", True),
        ("The Kilimani is KES 200.", False),
        ("The Kilimani comes in brown and black.", True),
    ],
)
def test_a_boot_that_is_called_as_a_part_of_town(text: str, *, is_true: bool) -> None:
    assert is_sound(text, beside("Chelsea Boot Kilimani", OF_BOOT)) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("Kukutumia Mombasa ni KES 500, siku 2 hadi 3 za kazi.", True),
        ("Delivery ya Mombasa ni KES 500, inafika 2 to 3 working days.", True),
        ("Kukutumia Mombasa ni KES 180.", False),
        ("Delivery to Mombasa is KES 180.", False),
        ("Mombasa ni KES 180.", False),
        ("Kupeleka Mombasa ni KES 180, siku 2 hadi 3 za kazi.", False),
        ("Pilau Masala Coastal Blend ni KES 180.", True),
        ("Pilau Masala Coastal Blend ni KES 500.", False),
    ],
)
def test_a_masala_that_comes_from_a_town(text: str, *, is_true: bool) -> None:
    assert is_sound(text, beside("Pilau Masala Coastal Blend", OF_MASALA)) is is_true
