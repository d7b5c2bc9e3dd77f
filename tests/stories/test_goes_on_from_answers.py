"""What is asked of an answer: its price, how long it takes, what comes next; and what is no part of it."""

import pytest

from tests.depth import thorough
from tests.stories.conftest import Say

pytestmark = thorough

NOT_FOUND = "could not find that in our documents"
HAKUNA = "Sijapata hilo katika hati zetu"


@pytest.mark.parametrize("asked", ["bei gani", "how much", "inagharimu pesa ngapi", "is it free or how much"])
def test_what_it_costs_is_told_by_the_answer_before(telecom: Say, asked: str) -> None:
    assert "KES 50" in telecom("nimepoteza laini yangu", asked)


@pytest.mark.parametrize("asked", ["itachukua muda gani", "how long does it take"])
def test_how_long_it_takes_is_told_by_the_answer_before_or_by_nobody(telecom: Say, asked: str) -> None:
    assert "3 working days" in telecom("can you move the ONT to another room", asked)
    said = telecom("nimepoteza laini yangu", asked)
    assert NOT_FOUND in said or HAKUNA in said


def test_what_was_answered_is_still_spoken_of_after_what_was_not(telecom: Say) -> None:
    assert "KES 50" in telecom("nimepoteza laini yangu", "na kama sina ID?", "bei gani")


@pytest.mark.parametrize("said", ["na sasa?", "and now?", "na baada ya hapo", "then?"])
def test_what_comes_next_is_the_next_step(telecom: Say, said: str) -> None:
    told = telecom("internet haifanyi kabisa", "taa ya los iko red", said)
    assert "Check the plug" in told


@pytest.mark.parametrize("asked", ["what time does it open", "when does it close", "what time does it close"])
def test_it_is_what_was_told_of_and_not_the_business(resort: Say, asked: str) -> None:
    assert "06:00-21:00" in resort("do you have a gym", asked)


def test_whose_hours_are_asked_for_is_still_told(resort: Say) -> None:
    assert "06:00-21:00" not in resort("do you have a gym", "what are your hours")


@pytest.mark.parametrize("asked", ["na wa miaka mitano analipa ngapi", "wa miaka 7 analipa pesa ngapi"])
def test_an_of_that_tells_nothing_of_what_goes_on(resort: Say, asked: str) -> None:
    assert "pay half" in resort("mnachukua watoto", asked)


def test_a_wish_after_a_question_in_between_is_of_the_list(resort: Say) -> None:
    for said in ("sawa nitabook hiyo", "ok nitachukua hiyo"):
        assert "Ipi kati ya hizo" in resort("mko na rooms gani", "na checkout ni saa ngapi", said), said
    assert "Kiingereza" in resort("mko na rooms gani", "na checkout ni saa ngapi", "mnaruhusu mbwa?")


@pytest.mark.parametrize("said", ["ile ya weekly", "the weekly one", "za weekly"])
def test_for_how_long_it_holds_is_a_form_of_what_is_listed(telecom: Say, said: str) -> None:
    assert "1. *Weekly" in telecom("mna bundles gani za internet", said)


def test_both_of_two_are_told_side_by_side(resort: Say) -> None:
    told = resort("do you do airport pickup", "how much is that")
    assert "6,500" in told
    assert "1,500" in told


def test_what_the_list_is_of_is_what_is_shared(telecom: Say) -> None:
    assert "*544*4#" in telecom("what bundles do you have", "can i share with a friend")
