"""The lines of a source that stand in the place of refused words."""

import pytest

from journeys.check import lines_about, objections
from tests.attacks.lying_model.contexts import of

AREAS = (
    "Areas and fees\nArea: Westlands, Kilimani; Fee: KES 200; When it arrives: same day\n"
    "Area: The rest of Nairobi; Fee: KES 300; When it arrives: next working day\n"
    "Area: Kisumu, Nakuru; Fee: KES 500; When it arrives: 2 to 3 working days",
    "Delivery > Areas and fees",
)
STEPS = (
    "Slow with the cable too\n1. Restart the ONT and the router.\n2. Look at the PON light. It must be steady green.\n"
    "3. If it stays slow, contact us with the three results.",
    "Slow internet > Slow with the cable too",
)

WARRANTIES = (
    "How long it lasts\nProduct: Phones and tablets; Warranty: 12 months\nProduct: Shoes; Warranty: 3 months",
    "Warranty > How long it lasts",
)


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("Kisumu ni KES 500 na inafika siku 2 hadi 3 za kazi.", "*Kisumu, Nakuru*: Fee: KES 500;"),
        ("For Kilimani you pay KES 200 and have it the same day.", "*Westlands, Kilimani*: Fee: KES 200;"),
        ("Kasarani counts as the rest of Nairobi.", "*The rest of Nairobi*: Fee: KES 300;"),
    ],
)
def test_of_a_table_it_is_the_row_that_was_meant(said: str, line: str) -> None:
    told, places = lines_about(said, [STEPS, AREAS])
    assert told.startswith(line)
    assert places == (1,)


def test_of_several_steps_each_stands_in_the_order_of_its_source() -> None:
    told, places = lines_about(
        "See that the PON light is steady green. Restart the router. If it stays slow, send us the three results.",
        [STEPS],
    )
    assert told.splitlines() == [
        "• Restart the ONT and the router.",
        "• Look at the PON light. It must be steady green.",
        "• If it stays slow, contact us with the three results.",
    ]
    assert places == (0,)


@pytest.mark.parametrize(
    "said",
    [
        "Delivery outside Kisumu and Nakuru takes the next working day.",
        "Your money is with our pilot already.",
        "Do you live in Kisumu?",
        "",
    ],
)
def test_what_no_line_is_near_has_none(said: str) -> None:
    assert lines_about(said, [STEPS, AREAS]) == ("", ())


def test_what_every_row_has_is_what_none_of_them_is_about() -> None:
    assert lines_about("Utapata bidhaa ile ile au pesa zako.", [WARRANTIES]) == ("", ())
    assert lines_about("Phones have it for 12 months.", [WARRANTIES])[0].startswith("*Phones and tablets*")


TAARAB = (
    "Entertainment: Taarab evening\nWhere: Garden stage\nWhen: Every Thursday, 20:30-22:00\nSeats: 120",
    "Resort Entertainment > Taarab evening",
)
FILM = (
    "Entertainment: Film under the stars\nWhere: Beach lawn\nWhen: Wednesday and Sunday, 20:00\nSeats: 80",
    "Resort Entertainment > Film under the stars",
)


def test_what_is_quoted_of_a_thing_bears_its_name() -> None:
    said = "Taarab ni kila Alhamisi 20:30-22:00, kwa seats 120, na filamu ni Jumatano na Jumapili 20:00."
    assert lines_about(said, [TAARAB, FILM])[0].splitlines() == [
        "• *Taarab evening*: When: Every Thursday, 20:30-22:00; Seats: 120",
        "• *Film under the stars*: When: Wednesday and Sunday, 20:00",
    ]


@pytest.mark.parametrize(
    ("text", "is_sound"),
    [
        ("• *Taarab evening*: When: Every Thursday, 20:30-22:00\n• *Film under the stars*: Seats: 80", True),
        ("*Taarab evening*: When: Every Friday, 20:30-22:00", False),
        ("*Taarab evening*: When: Wednesday and Sunday, 20:00", False),
        ("*Taarab evening*: Seats: 80", False),
    ],
)
def test_only_its_own_lines_stand_under_a_name(text: str, *, is_sound: bool) -> None:
    told = of(words=("kuna burudani gani?",), tenant="oasis", passages=[TAARAB, FILM])
    assert (not objections(text, told, language="sw")) is is_sound
