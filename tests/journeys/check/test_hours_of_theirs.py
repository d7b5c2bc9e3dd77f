"""An hour of the customer's own is none of our opening hours, and each part of a sentence speaks of its own item."""

from datetime import date

import pytest

from journeys.check import Evidence, objections
from tests.attacks.lying_model.contexts import _settings, item, of, search

DAILY = ["Daily 1.5 GB Bundle", "Daily 350 MB Bundle"]
ROUTERS = of(
    item("mtandao", "4G Home Router"), item("mtandao", "5G Indoor Router"), tenant="mtandao",
    words=("I live in Kitui. Compare the 4G home router and the 5G indoor router",),
)  # fmt: skip


def is_sound(text: str, evidence: Evidence, language: str = "mixed") -> bool:
    return not objections(text, evidence, language=language)


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("Linafaa zaidi darasa lako la Zoom la saa mbili usiku kuliko Daily 350 MB Bundle.", True),
        ("Daily 1.5 GB Bundle linafaa darasa lako la Zoom la leo saa mbili usiku.", True),
        ("Daily 1.5 GB Bundle suits your Zoom class today at 8 pm.", True),
        ("Daily 1.5 GB Bundle inatosha class yako ya Zoom leo saa mbili usiku.", True),
        ("Daily 1.5 GB Bundle linafaa darasa lako la Zoom la leo saa tatu usiku.", False),
        ("Daily 1.5 GB Bundle suits your Zoom class today at 9 pm.", False),
        ("We are open today until 8 pm.", False),
        ("Tunafungua leo hadi saa mbili usiku.", False),
        ("Come to the shop for your bundle today at 8 pm, that suits.", False),
    ],
)
def test_it_fits_at_the_hour_that_they_named(text: str, *, is_true: bool) -> None:
    words = ("nina darasa la Zoom leo saa mbili usiku. Bando gani la siku moja lina data nyingi?",)
    evidence = of(_settings(), search("mtandao", DAILY, 2), tenant="mtandao", words=words, today=date(2026, 12, 1))
    assert is_sound(text, evidence) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("For Kitui, where 5G does not reach, the 4G Home Router at KES 5,999 suits you: it connects 16 devices and "
         "has a battery for power cuts.", True),
        ("Kwa Kitui, ambako 5G haifiki, 4G Home Router ya KES 5,999 inakufaa: inaunganisha devices 16.", True),
        ("The 4G Home Router takes 16 devices, while the 5G one takes 32 devices.", True),
        ("For Kitui, where 5G does not reach, the 4G Home Router suits you: it connects 32 devices.", False),
        ("The 4G Home Router takes 32 devices, while the 5G one takes 16 devices.", False),
        ("The 5G Indoor Router costs more: it connects 16 devices.", False),
    ],
)  # fmt: skip
def test_it_is_the_one_that_its_part_goes_on_from(text: str, *, is_true: bool) -> None:
    assert is_sound(text, ROUTERS) is is_true
