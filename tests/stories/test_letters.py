"""Long messages without a model: each sentence that wants something is served, with what the one before has opened."""

import pytest

from tenants.scope import fleet_scope
from tests.stories.conftest import Say
from tools.handoff.models import HandoffTicket
from tools.payments.models import Payment


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            "Good morning, I need a gas cooker for my sister in Machakos. What does the van cost to get"
            " there? And if it arrives broken, how many days do I have to tell you?",
            ("Two-Burner Gas Cooker", "KES 1,200", "7 days"),
        ),
        (
            "Habari za jioni, natafuta viatu vya kukimbia vya wanawake chini ya elfu tano. "
            "Mnaleta mpaka Eldoret na ni shilingi ngapi? Naweza kubadilisha saizi kwa muda gani visiponitosha?",
            ("KES 500", "30 days"),
        ),
        (
            "Sema boss, nataka blender ya kusaga karanga, mko na gani? Nikilipa leo mnaeza deliver Thika lini? "
            "Alafu warranty ya hizo vitu za jikoni ni miezi ngapi?",
            ("Blender", "KES 400", "12 months"),
        ),
    ],
)
def test_each_sentence_of_a_letter_is_answered(shop: Say, words: str, told: tuple[str, ...]) -> None:
    said = shop(words)
    assert [each for each in told if each not in said] == []


def test_a_change_and_two_questions_are_all_served(shop: Say) -> None:
    said = shop(
        "Uhuru Park Jogger", "buy it, 42 navy",
        "Please make it two pairs. How much do you charge for delivery to Nakuru and how many days does it take? "
        "And until when can I swap the size if they are too small?",
    )  # fmt: skip
    assert "2 \u00d7 *Uhuru Park Jogger*" in said
    assert "KES 500" in said
    assert "2 to 3 working days" in said
    assert "30 days" in said


ORDERED = ("rift valley trail runner", "1", "buy it, 42 orange", "one")


@pytest.mark.parametrize("change", ["Actually make it a 43, same orange", "Please change it to size 43"])
def test_a_change_before_the_payment_is_made_before_it_is_asked_for(shop: Say, change: str) -> None:
    said = shop(
        *ORDERED,
        f"{change}, what do I pay in total now? If they pinch, until when can I swap the size? And can I pay by card?",
    )
    assert "(43, orange)" in said
    assert "42" not in said
    assert "30 days" in said


def test_after_a_change_that_is_not_understood_nothing_is_paid(shop: Say) -> None:
    said = shop(
        *ORDERED,
        "Please change it to the one that my cousin took from you last year. What does delivery to Nakuru cost me? "
        "And I want to pay by card now.",
    )
    assert "did not understand what to change" in said
    assert "Will you pay" not in said


def test_a_complaint_goes_to_a_person_and_the_question_beside_it_is_answered(telecom: Say) -> None:
    said = telecom(
        "This is the third time this month that my line is cut, I want to make a complaint to your manager. "
        "How long may it take until a technician comes on a weekend? And what does moving the ONT inside my house cost?"
    )
    assert "ticket" in said
    assert "48 hours" in said
    assert "1,500" in said
    with fleet_scope():
        assert HandoffTicket.objects.count() == 1


def test_no_letter_pays(shop: Say) -> None:
    said = shop(
        "Uhuru Park Jogger", "buy it, 42 navy", "card",
        "Yes, go on and pay. But first tell me how long I may return them if they do not fit my feet at all? "
        "And is the delivery to Westlands free for this order?",
    )  # fmt: skip
    assert "14 days" in said or "30 days" in said
    with fleet_scope():
        assert not Payment.objects.exists()


def test_what_no_sentence_finds_is_said_once(resort: Say) -> None:
    said = resort(
        "Hello, do you rent out camels for riding on the sand? At what time does the pool open for the children? "
        "And can somebody teach me to fly a small plane while we are there?"
    )
    assert "07:00" in said
    assert said.count("no sure answer") <= 1


def test_several_lists_of_a_letter_show_six_things_at_most(shop: Say) -> None:
    said = shop(
        "Hi there, show me running shoes for men that you have in stock now. Which kettles do you have as well please? "
        "And what phones are there under 20,000 shillings?"
    )
    assert "\n7. " not in said


def test_a_short_message_is_read_as_before(shop: Say) -> None:
    assert "KES 500" in shop("do you deliver to Kisumu? how much is it?")
