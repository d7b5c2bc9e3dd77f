"""A trouble in its course: step after step as they stand in the library, what was tried, and a person in the end."""

from datetime import timedelta

import pytest

from journeys.state import ConversationState
from tests.journeys.shop import Chat
from tests.journeys.support.library import chat, passage

LOS = passage(
    "# LOS light is red\n\nNo light reaches the box.\n\n1. Check the green plug at the box.\n"
    "2. Ask a neighbour with our fibre.\n3. Restart the box.\n4. A technician must come. Contact us.",
    title="Lights", section="Lights > LOS light is red", file_name="lights.md",
)  # fmt: skip
SLOW = passage(
    "# Slow internet\n\n1. Measure with a cable.\n2. Close downloads.\n3. Move the router.\n4. Change the channel.",
    title="Slow internet", section="Slow internet", file_name="slow.md",
)  # fmt: skip
POLICY = passage("Refunds take 5 working days.", title="Refunds", file_name="refunds.md")
FIRST, SECOND, THIRD, LAST = "green plug", "Ask a neighbour", "3. Restart the box", "A technician must come"


def telecom(**settings: object) -> Chat:
    return chat(LOS, SLOW, POLICY, **settings)  # type: ignore[arg-type]


def red() -> Chat:
    talk = telecom()
    talk.say("my LOS light is red")
    return talk


def test_the_first_steps_are_told_and_that_there_are_more() -> None:
    said = red().said
    assert FIRST in said
    assert SECOND in said
    assert THIRD not in said
    assert "I have the next step" in said


@pytest.mark.parametrize(
    "tried",
    [
        "I did that, still red", "i tried both and the los light is still red", "that didn't help", "no change",
        "nothing happened", "done all that already, same thing", "nimefanya hivyo bado", "nimejaribu bado",
        "nishajaribu bado tu", "haijasaidia", "bado ni red", "checked, still red", "nimecheki bado iko red",
        "my neighbour has light", "ok did it. what next?",
    ],
)  # fmt: skip
def test_what_was_tried_in_vain_brings_the_next_step(tried: str) -> None:
    talk = red()
    said = talk.say(tried)
    assert THIRD in said
    assert FIRST not in said
    assert talk.state.support.trouble is not None
    assert talk.state.support.trouble.tried == [tried]


@pytest.mark.parametrize(
    "other",
    [
        "where is my order", "i want to talk to a person", "not yet, let me try", "sijajaribu bado",
        "do you sell running shoes", "how long do refunds take?", "nimejaribu kulipa na mpesa lakini haijaingia",
    ],
)  # fmt: skip
def test_what_is_about_something_else_is_no_step(other: str) -> None:
    talk = red()
    assert THIRD not in talk.say(other)


def test_what_they_have_done_already_is_not_told() -> None:
    said = red().say("I already restarted the box, still red")
    assert THIRD not in said
    assert LAST in said


def test_a_step_that_is_ours_is_told_with_the_offer_of_a_person() -> None:
    talk = red()
    talk.say("still red")
    said = talk.say("still red")
    assert LAST in said
    assert "Shall I pass it on" in said
    assert not talk.shop.tickets
    assert "T-123456" in talk.say("yes please")
    assert talk.state.support.trouble is None


@pytest.mark.parametrize("again", ["bado", "still red", "that did not help either"])
def test_who_says_again_that_nothing_helps_gets_a_person_with_all_that_was_tried(again: str) -> None:
    talk = red()
    for said in ("still red", "restarted it, same"):
        talk.say(said)
    assert "T-123456" in talk.say(again)
    (ticket,) = talk.shop.tickets
    assert "Trouble: my LOS light is red" in ticket.summary
    assert "| Restart the box. | A technician" in ticket.summary
    assert "still red | restarted it, same" in ticket.summary


def test_who_has_tried_everything_is_not_led_on() -> None:
    talk = red()
    talk.say("still red")
    said = talk.say("tried everything, nothing works")
    assert LAST in said
    assert "T-123456" in said


def test_a_list_that_is_used_up_ends_with_the_offer() -> None:
    talk = telecom()
    talk.say("internet is slow over fibre on my laptop, model X1, no error")
    assert "3. Move the router" in talk.say("did that, still slow")
    assert "4. Change the channel" in talk.say("did that too, still slow")
    said = talk.say("still slow")
    assert "all the steps that I have" in said
    assert talk.say("no thanks").startswith("All right")


@pytest.mark.parametrize(
    "mended",
    [
        "it works now, thanks",
        "imeshika asante",
        "that fixed it",
        "iko sawa sasa",
        "the internet is back",
        "its back up",
    ],
)
def test_what_is_mended_is_over(mended: str) -> None:
    talk = red()
    assert talk.state.support.trouble is not None
    talk.say(mended)
    assert talk.state.support.trouble is None
    assert not talk.shop.tickets


def test_a_neighbours_working_line_is_no_mended_one() -> None:
    talk = red()
    assert THIRD in talk.say("my neighbour's internet works")


@pytest.mark.parametrize("asked", ["how do I get it back", "can I get my internet back today", "when is it fixed"])
def test_a_question_whether_it_comes_back_mends_nothing(asked: str) -> None:
    talk = red()
    talk.say(asked)
    assert "Good to hear" not in talk.said
    assert talk.state.support.trouble is not None


def test_another_matter_in_between_does_not_end_the_course() -> None:
    talk = red()
    assert "5 working days" in talk.say("how many working days do refunds take?")
    assert THIRD in talk.say("ok. and the light is still red, I did all that")


def test_a_trouble_of_last_week_is_told_from_the_beginning() -> None:
    talk = red()
    talk.now += timedelta(days=3)
    assert THIRD not in talk.say("my LOS light is red")
    assert FIRST in talk.said


def test_where_nothing_is_mended_a_list_is_told_whole() -> None:
    said = telecom(answers={"details": []}).say("my LOS light is red")
    assert LAST in said
    assert "next step" not in said


def test_bare_trouble_is_asked_about_and_only_for_what_is_not_known() -> None:
    talk = telecom()
    said = talk.say("internet is slow")
    assert "the model of your router" in said
    assert "access type" in said
    assert "Measure with a cable" in talk.say("fibre, on my laptop")
    out = telecom()
    out.say("no internet")
    asked = out.say("we have ftth")
    assert "the model of your router" in asked
    assert "access type" not in asked


def test_a_state_of_before_troubles_were_remembered_still_reads() -> None:
    stored = red().state.model_dump(mode="json")
    del stored["support"]["trouble"]
    assert ConversationState.model_validate(stored).support.trouble is None
