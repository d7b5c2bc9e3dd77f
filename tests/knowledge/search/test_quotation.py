"""What is written in capitals is what a question is about, and the words around a question are not searched for."""

import pytest

from knowledge.answer import FoundPassage, extract
from knowledge.search.terms import words

TITLE = "PON and LOS lights"
LOS = FoundPassage(
    title=TITLE, section=f"{TITLE} > LOS light is red or blinks red", score=0.8,
    text="LOS means loss of signal: no light reaches the box. Often the fibre is bent, unplugged or cut outside.",
)  # fmt: skip
OTHERS = FoundPassage(
    title=TITLE, section=f"{TITLE} > The other lights", score=0.7,
    text="- **LAN** blinking green: data flows to the router. Off: the short cable between ONT and router is loose.",
)  # fmt: skip
PON = FoundPassage(
    title=TITLE, section=f"{TITLE} > What the PON light means", score=0.5,
    text="- PON light: Blinking green; Meaning: Registering; What to do: Wait for up to 5 minutes\n"
    "- PON light: Steady green; Meaning: Connected; What to do: Nothing",
)  # fmt: skip


def test_the_light_that_was_named_is_answered_about() -> None:
    said = extract("My router PON LED is blinking red. What's wrong?", [LOS, OTHERS, PON])
    assert "PON light: Blinking green" in said.text
    assert said.cited[0] == 2


FEES = FoundPassage(
    title="Delivery", section="Delivery > Areas", score=0.7,
    text="- Area: Mombasa, Kisumu, Nakuru; Fee: KES 500\n- Area: Other towns in Kenya; Fee: KES 600",
)  # fmt: skip


def test_a_town_that_is_named_is_told_and_any_other_is_one_of_the_others() -> None:
    assert "KES 500" in extract("delivery fee to Kisumu", [FEES]).text
    assert "KES 600" not in extract("delivery fee to Kisumu", [FEES]).text
    assert "KES 600" in extract("delivery fee to Lodwar", [FEES]).text


def test_a_name_that_no_passage_has_changes_nothing() -> None:
    said = extract("Why is the LOS light red on my ZTE box?", [LOS, OTHERS])
    assert said.text.startswith("LOS means loss of signal")
    assert extract("the light is red, fibre box", [LOS, OTHERS]).cited[0] == 0


def test_how_much_is_one_thing_and_not_three() -> None:
    assert len(words.of_question("how much is delivery to Kisumu")) == 3
    assert words.of_question("how much is the delivery")[0].others == ()


def test_what_stands_around_a_question_is_not_searched_for() -> None:
    assert words.of_question("PON is red. What's wrong?") == words.of_question("PON is red.")
    assert words.of_question("how long does delivery take") == words.of_question("delivery")


def test_a_question_of_nothing_else_is_still_a_question() -> None:
    assert words.of_question("What's wrong?")


AREAS = FoundPassage(
    title="Delivery policy", section="Delivery > Areas, fees and times", score=0.8,
    text="- Area: Kilimani, Westlands; Fee: KES 200; When it arrives: same day for orders before 12:00\n"
    "- Area: Thika, Ruiru; Fee: KES 400; When it arrives: 1 to 2 working days\n"
    "- Area: Other towns, to the courier's office; Fee: KES 600; When it arrives: 3 to 5 working days",
)  # fmt: skip


def test_a_row_is_told_by_its_first_cell_and_a_table_whole_when_none_is_meant() -> None:
    assert extract("delivery fee to Ruiru", [AREAS]).text.count("Fee:") == 1
    for question in ("how many days does delivery take", "what are your delivery fees", "when does delivery arrive"):
        assert extract(question, [AREAS]).text.count("Fee:") == 3, question


def test_since_when_it_is_so_is_nothing_to_look_up() -> None:
    assert words.of_question("no service for the past few hours") == words.of_question("no service")


def test_a_row_begins_with_what_it_is_about() -> None:
    assert extract("delivery fee to Ruiru", [AREAS]).text == (
        "• *Thika, Ruiru*: Fee: KES 400; When it arrives: 1 to 2 working days"
    )


WARRANTY = FoundPassage(
    title="Warranty",
    section="How long it lasts",
    text="- Product: Phones and tablets; Warranty: 12 months\n- Product: Televisions, fridges; Warranty: 24 months\n"
    "- Product: Small kitchen appliances; Warranty: 12 months",
)


@pytest.mark.parametrize(
    ("kind", "rows"),
    [
        ("Kitchen > Appliances", ["kitchen"]),
        ("Toys > Bicycles", ["Phones", "Televisions", "kitchen"]),
        ("Phones", ["Phones"]),
    ],
)
def test_the_row_of_a_thing_is_that_of_its_kind(kind: str, rows: list[str]) -> None:
    assert extract("how long is the warranty on a blender", [WARRANTY]).is_whole_table
    told = extract("how long is the warranty on a blender", [WARRANTY], kind=kind)
    assert [name for name in ("Phones", "Televisions", "kitchen") if name in told.text] == rows
