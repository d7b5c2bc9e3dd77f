"""When we ask back, when a person takes over, and what she is told."""

from typing import Any

import pytest

from tests.journeys.support.library import chat
from tools.contract import Call, Refusal


def test_a_vague_complaint_is_asked_back_twice_and_then_a_person_takes_over() -> None:
    talk = chat()
    first = talk.say("fix my network")
    assert "the model of your router" in first
    assert "FTTH, DSL, LTE or 5G" in first
    assert "still do not have enough" in talk.say("i dont know")
    assert "T-123456" in talk.say("still broken")
    ticket = talk.shop.tickets[-1]
    assert ticket.reason == "insufficient_context"
    assert "fix my network" in ticket.summary
    assert talk.state.handoff.escalation_reason == "insufficient_context"
    assert not talk.state.handoff.escalation_required


def test_the_details_she_gives_complete_the_question() -> None:
    talk = chat()
    talk.say("fix my network")
    said = talk.say("it is a Zola router, the PON LED is red")
    assert "No signal detected" in said
    assert talk.state.controls.asked is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("I want to talk to a human", "human_request"),
        ("nataka kuongea na mtu", "human_request"),
        ("you charged me twice", "dispute"),
        ("i want my money back", "refund"),
        ("nirudishieni pesa zangu", "refund"),
        ("my lawyer will call you about the delivery", "legal"),
        ("there is sim swap fraud on my line", "tenant_rule"),
    ],
)
def test_a_person_takes_over_at_once(text: str, reason: str) -> None:
    talk = chat(escalation_rules={"topics": ["sim swap fraud"]})
    assert "T-123456" in talk.say(text)
    assert talk.shop.tickets[-1].reason == reason
    assert talk.state.handoff.handoff_ticket_id


@pytest.mark.parametrize(
    ("text", "is_passed_on"),
    [
        ("she prefers nails. n till which date can we cancel and not lose anything", False),
        ("what do we lose if we cancel on friday", False),
        ("tukighairi tunapoteza ngapi, na hadi lini tunaweza cancel", False),
        ("cancel it for me", True),
    ],
)
def test_a_rule_that_is_asked_for_is_no_topic_for_a_person(text: str, *, is_passed_on: bool) -> None:
    talk = chat(escalation_rules={"topics": ["cancel"]})
    talk.say(text)
    assert bool(talk.shop.tickets) is is_passed_on


@pytest.mark.parametrize(
    "text", ["what is your refund policy for shoes?", "how long do refunds take?", "can i get a refund on shoes?"]
)
def test_a_question_about_the_rules_is_answered(text: str) -> None:
    talk = chat()
    assert "Refunds take 5 working days" in talk.say(text)
    assert not talk.shop.tickets


def test_lost_patience_after_an_answer_that_did_not_help() -> None:
    talk = chat()
    talk.say("fix my network")
    assert "sorry that I have not been able to help" in talk.say("this is useless, my network is still down")
    assert talk.shop.tickets[-1].reason == "frustration"


def test_three_times_not_understood_is_enough() -> None:
    talk = chat()
    assert "T-123456" not in talk.say("asdf qwer") + talk.say("zxcv bnm")
    assert "still do not understand" in talk.say("qwer zxcv")
    assert talk.shop.tickets[-1].reason == "clarification_loop"


def test_two_errors_of_the_library_in_a_row_are_enough() -> None:
    talk = chat()
    talk.shop.broken = frozenset({"kb_retrieve"})
    assert "T-123456" in talk.say("what is your return policy for shoes?")
    assert talk.shop.calls.count("kb_retrieve") == 2
    assert talk.shop.tickets[-1].reason == "tool_errors"


def test_when_even_the_ticket_fails_she_hears_how_to_reach_us() -> None:
    talk = chat()
    talk.shop.broken = frozenset({"handoff_create_ticket"})
    assert "+254700000009" in talk.say("I want to talk to a human")


def test_a_tenant_may_leave_unanswered_questions_without_tickets() -> None:
    talk = chat(escalation_rules={"escalate_unanswered": False})
    said = talk.say("what is your policy on camel deliveries to mars?")
    assert "T-123456" not in said
    assert "could not find" in said
    assert not talk.shop.tickets
    assert talk.trace.notes["unanswered"]["question"].startswith("what is your policy on camel")


def test_an_empty_library_is_admitted() -> None:
    talk = chat()
    talk.shop.library = ()
    assert "no documents to answer from" in talk.say("what is your return policy for shoes?")


def test_the_second_ticket_is_the_first_one() -> None:
    talk = chat()
    talk.say("I want to talk to a human")
    assert "already" in talk.say("I want to talk to a human")


def test_a_ticket_does_not_end_the_shopping() -> None:
    talk = chat()
    talk.say("running shoes")
    talk.say("I want to talk to a human")
    assert talk.shop.tickets[-1].journey == "sales"
    assert "Savanna" in talk.say("na hizo nyeusi?")


class Flaky:
    """A tool double that fails once."""

    def __init__(self, shop: Any) -> None:
        self.shop, self.failures = shop, 1

    def __call__(self, name: str, arguments: Any, context: Any) -> Call:
        call: Call = self.shop(name, arguments, context)
        if name == "kb_retrieve" and self.failures:
            self.failures -= 1
            return Call(
                tool=name, effect="read", arguments={}, answer=Refusal(code="down", reason="Down."), milliseconds=1
            )
        return call


def test_one_error_of_the_library_is_tried_again() -> None:
    talk = chat()
    talk.shop = Flaky(talk.shop)  # type: ignore[assignment]
    assert "within 14 days" in talk.say("what is your return policy for shoes?")
