"""A rule of ages for each of theirs in one sentence, and for children where it lets grown people in alone."""

import pytest

from journeys.check import objections
from tests.attacks.lying_model.contexts import PROPERTY, _beside, _cited


def is_sound(text: str, words: str, *only: str) -> bool:
    evidence = _beside(words=words, cited=_cited(PROPERTY, only=only), tenant="oasis")
    return not objections(text, evidence, language="mixed")


@pytest.mark.parametrize(
    ("concluded", "is_true"),
    [
        ("so your 7-year-old can go but your 3-year-old is too young.", True),
        ("so your 7-year-old can go, but your 3-year-old cannot.", True),
        ("so your 7-year-old can go but not your 3-year-old.", True),
        ("so the one of 7 can go and the one of 3 cannot.", True),
        ("so your 3-year-old can go but your 7-year-old is too young.", False),
        ("so your 3-year-old can go but not your 7-year-old.", False),
        ("so the one of 3 can go and the one of 7 cannot.", False),
        ("so your 7-year-old can go and your 3-year-old too.", False),
        ("so your 7-year-old and your 3-year-old can go.", False),
        ("so your 7-year-old is too young.", False),
        ("so your 8-year-old can go but your 3-year-old is too young.", False),
        ("kwa hiyo wa miaka 7 anaweza kwenda lakini wa miaka 3 ni mdogo mno.", True),
        ("kwa hiyo wa miaka 7 anaweza kwenda na wa miaka 3 hawezi.", True),
        ("kwa hiyo wa miaka 3 anaweza kwenda lakini wa miaka 7 ni mdogo mno.", False),
        ("so wa miaka 7 anaweza enda but wa miaka 3 hawezi.", True),
        ("so wa miaka 3 anaweza enda but wa miaka 7 hawezi.", False),
    ],
)
def test_one_is_of_age_and_the_other_not(concluded: str, *, is_true: bool) -> None:
    is_swahili = " wa miaka " in concluded
    rule = "ni ya watoto wa miaka 4 hadi 12" if is_swahili else "is for children from 4 to 12"
    assert is_sound(f"Kids' club Kobe {rule}, {concluded}", "both kids, aged 3 and 7, on Saturday?", "Kobe") is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("Machweo Bar serves bitings until 01:00 on Friday, but it is for 18 and above after 20:00, so not with the "
         "children.", True),
        ("Machweo Bar is for 18 and above after 20:00, so not with the children.", True),
        ("Machweo Bar is for 18 and above after 20:00, so the children may come.", False),
        ("Machweo Bar is for 18 and above after 20:00, so fine with the children.", False),
        ("Machweo Bar serves bitings until 01:00 on Friday, but it is for 18 and above after 20:00, so it works with "
         "the children.", False),
        ("Machweo Bar serves bitings until 01:00 on Friday, but it is for 16 and above after 20:00.", False),
        ("Machweo Bar is for 18 and above before 20:00, so not with the children.", False),
        ("Machweo Bar ni ya miaka 18 na zaidi baada ya saa 20:00, kwa hiyo watoto hawawezi kuja.", True),
        ("Machweo Bar ni ya miaka 18 na zaidi baada ya saa 20:00, kwa hiyo watoto wanaweza kuja.", False),
        ("Machweo Bar ni ya miaka 18 na zaidi baada ya 20:00, so si na watoto.", True),
    ],
)  # fmt: skip
def test_no_children_where_grown_people_are_let_in_alone(text: str, *, is_true: bool) -> None:
    words = "we arrive on Friday at 23:00. At that hour can we still eat something with the children?"
    assert is_sound(text, words, "Bahari", "Jahazi", "Machweo") is is_true
