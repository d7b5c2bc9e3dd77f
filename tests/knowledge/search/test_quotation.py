"""What is written in capitals is what a question is about, and the words around a question are not searched for."""

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
