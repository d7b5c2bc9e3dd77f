"""Hours that follow from a span that is told and from theirs, and days of rest; beside each what does not follow."""

from dataclasses import replace
from datetime import date

import pytest

from tests.attacks.lying_model.contexts import PROPERTY, _beside, _cited, item, of, offers
from tests.journeys.check.test_plain_answers import is_sound

MONDAY = date(2026, 11, 30)


@pytest.mark.parametrize(
    ("text", "language", "is_true"),
    [
        ("Ukunda airstrip is ten minutes away, so leaving at 13:00 you are there at 13:10, 50 minutes before your "
         "14:00 "
         "flight.", "en", True),
        ("Ukunda airstrip is ten minutes away, so if the car leaves at 13:30 you arrive at 13:40.", "en", True),
        ("Ukunda airstrip iko dakika kumi kutoka hapa, kwa hiyo mkiondoka 13:20 mtafika 13:30, dakika 30 kabla ya "
         "ndege "
         "ya 14:00.", "sw", True),
        ("Ukunda airstrip iko dakika kumi kutoka hapa, kwa hiyo gari likiondoka saa saba mchana (13:00) mtafika 13:10.",
         "sw", True),
        ("Ukunda airstrip is ten minutes away, so leaving at 13:00 you are there at 13:20, 40 minutes before your "
         "14:00 "
         "flight.", "en", False),
        ("Ukunda airstrip is ten minutes away, so leaving at 13:00 you are there at 13:10, 40 minutes before your "
         "14:00 "
         "flight.", "en", False),
        ("Ukunda airstrip is ten minutes away, so leaving at 13:00 you are there at 13:10, 50 minutes after your 14:00 "
         "flight.", "en", False),
        ("Ukunda airstrip is ten minutes away, so the free shuttle leaves at 13:00 and you are there at 13:10.", "en",
         False),
        ("Ukunda airstrip is ten minutes away, so the shuttle leaving at 13:00 is there at 13:10.", "en", False),
        ("Ukunda airstrip is ten minutes away, so check-in closes at 13:10.", "en", False),
        ("Ukunda airstrip is ten minutes away, so leaving at 13:00 you are not there at 13:10.", "en", False),
        ("Ukunda airstrip iko dakika kumi kutoka hapa, kwa hiyo mkiondoka 13:20 mtafika 13:50.", "sw", False),
        ("Ukunda airstrip iko dakika kumi kutoka hapa, kwa hiyo gari likiondoka saa saba mchana (14:00) mtafika 14:10.",
         "sw", False),
    ],
)  # fmt: skip
def test_an_hour_follows_from_how_long_it_takes(text: str, language: str, *, is_true: bool) -> None:
    cited = _cited(f"{PROPERTY}#faq", only=("airport",))
    told = of(words=("our flight is at 14:00, when must the car come?",), tenant="oasis", passages=cited, today=MONDAY)
    assert is_sound(text, told, language) is is_true


@pytest.mark.parametrize(
    ("text", "language", "is_true"),
    [
        ("Jahazi Grill is open Tuesday to Sunday 19:00-22:30 and closed on Mondays, so it is closed on Monday 7 "
         "December.", "en", True),
        ("Jahazi Grill iko wazi Jumanne hadi Jumapili 19:00-22:30 na imefungwa Jumatatu, kwa hiyo Jumatatu 7 Desemba "
         "usiku haiwezekani.", "sw", True),
        ("Jahazi Grill iko wazi Jumanne hadi Jumapili 19:00-22:30 na imefungwa Jumatatu, kwa hiyo Jumanne usiku "
         "inawezekana.", "sw", True),
        ("Jahazi Grill is open Tuesday to Sunday 19:00-22:30 and closed on Mondays, so it is open on Monday 7 "
         "December.", "en", False),
        ("Jahazi Grill is open Tuesday to Sunday 19:00-22:30 and closed on Mondays, so it is closed on Tuesday 8 "
         "December.", "en", False),
        ("Jahazi Grill is open Tuesday to Sunday 19:00-22:30 and closed on Mondays, so it is closed on Monday 8 "
         "December.", "en", False),
        ("Jahazi Grill iko wazi Jumanne hadi Jumapili 19:00-22:30 na imefungwa Jumatatu, kwa hiyo Jumanne 8 Desemba "
         "usiku haiwezekani.", "sw", False),
        ("Jahazi Grill iko wazi Jumanne hadi Jumapili 19:00-22:30 na imefungwa Jumatatu, kwa hiyo Jumatatu usiku "
         "inawezekana.", "sw", False),
    ],
)  # fmt: skip
def test_a_day_of_rest_is_said_of_their_day(text: str, language: str, *, is_true: bool) -> None:
    cited = _cited(f"{PROPERTY}#restaurants", only=("Jahazi",))
    asked = "can we eat there on Monday 7 December, or Tuesday 8? Jumatatu 7 Desemba usiku? Jumanne?"
    told = of(words=(asked,), tenant="oasis", passages=cited, today=MONDAY)
    assert is_sound(text, replace(told, today=MONDAY), language) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("It is open 09:00-17:00, closed on Mondays, so it is open on Wednesday, and booking is not needed.", True),
        ("It is open 09:00-17:00, closed on Mondays, so it is open on Monday, and booking is not needed.", False),
        ("It is open 09:00-17:00, closed on Mondays, so it is open on Wednesday, and the pool closes at 20:00.", False),
        ("It is open 09:00-17:00, closed on Mondays, so it is closed on Wednesday, and booking is not needed.", False),
    ],
)
def test_what_is_told_after_a_conclusion_is_held_by_itself(text: str, *, is_true: bool) -> None:
    cited = _cited(f"{PROPERTY}#amenities", only=("Kids",))
    told = of(words=("is the kids' club open on Wednesday?",), tenant="oasis", passages=cited, today=MONDAY)
    assert is_sound(text, told) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("The Garden Room is KES 18,500 on half board, before the 12% of Stay longer.", True),
        ("The Garden Room is KES 18,500 on half board, before the half off of Stay longer.", False),
        ("Stay longer takes half the price off.", False),
    ],
)
def test_half_board_is_no_half_of_a_price(text: str, *, is_true: bool) -> None:
    told = of(offers("oasis"), item("oasis", "Garden Room"), words=("half board?",), tenant="oasis")
    assert is_sound(text, told) is is_true


@pytest.mark.parametrize(
    ("now", "said", "is_true"),
    [
        ("13:16", ", and it is {} now, so not today.", True),
        ("13:16", "; it is {} now, so no longer today.", True),
        ("13:16", ", and it is {} now, so it can still come today.", False),
        ("10:40", ", and it is {} now, so not today.", False),
    ],
)
def test_the_hour_that_it_is_now_is_held_to_a_limit(now: str, said: str, *, is_true: bool) -> None:
    evidence = _beside(words=f"can it come to Kilimani today? {now}", cited=_cited("duka/library/delivery.md"))
    rule = "To Kilimani it arrives the same day for orders before 12:00"
    assert is_sound(rule + said.format(now), evidence) is is_true
    assert not is_sound(rule + said.format("09:05"), evidence)  # which nobody told
