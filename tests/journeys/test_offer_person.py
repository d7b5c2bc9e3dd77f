"""A wish that nothing here serves is offered to be passed on; what is none of the business's is not."""

import pytest

from tests.journeys.shop import Chat, Shop, Thing

RESORT = (Thing("Sunset Dhow", 4800, category="Excursions > Ocean", sizes=()),)


@pytest.mark.parametrize("text", ["tunaomba teksi ya kwenda mjini", "naomba teksi kesho asubuhi tafadhali"])
def test_a_request_is_passed_on_after_a_yes(text: str) -> None:
    chat = Chat(shop=Shop(things=RESORT))
    chat.say(text)
    assert chat.state.controls.asked is not None
    assert chat.state.controls.asked.journey == "handoff"
    assert "handoff_create_ticket" not in chat.shop.calls
    chat.say("yes")
    assert "handoff_create_ticket" in chat.shop.calls
    assert chat.state.handoff.escalation_reason == "request"


def test_a_no_leaves_it() -> None:
    chat = Chat(shop=Shop(things=RESORT))
    chat.say("tunaomba teksi ya kwenda mjini")
    chat.say("no")
    assert "handoff_create_ticket" not in chat.shop.calls
    assert chat.state.controls.asked is None


@pytest.mark.parametrize("text", ["our towels have not been changed", "taulo za chumbani hazijabadilishwa leo"])
def test_what_was_not_done_in_a_room_is_somebodys_to_do(text: str) -> None:
    chat = Chat(shop=Shop(things=RESORT))
    chat.say(text)
    assert "handoff_create_ticket" in chat.shop.calls


@pytest.mark.parametrize("text", ["set a timer for ten minutes", "please translate good morning into French"])
def test_what_is_none_of_the_business_is_not_offered(text: str) -> None:
    chat = Chat(shop=Shop(things=RESORT))
    chat.say(text)
    asked = chat.state.controls.asked
    assert asked is None or asked.journey != "handoff"


def test_a_shop_has_no_guests_and_knows_nothing_of_it() -> None:
    chat = Chat()
    assert "Sijapata hilo" in chat.say("tunaomba teksi ya kwenda mjini")
    assert "handoff_create_ticket" not in chat.shop.calls


@pytest.mark.parametrize(
    "text",
    ["tulikubaliana na meneja wenu kuhusu ukumbi wa mkutano", "we agreed with your manager about the chairs outside"],
)
def test_what_nothing_comes_near_is_offered_to_a_person(text: str) -> None:
    chat = Chat()
    chat.say(text)
    asked = chat.state.controls.asked
    assert asked is not None
    assert asked.journey == "handoff"
    assert "handoff_create_ticket" not in chat.shop.calls
    chat.say("yes")
    assert "handoff_create_ticket" in chat.shop.calls


def test_an_offer_counts_as_a_question_back() -> None:
    chat = Chat()
    for text in (
        "tulikubaliana na meneja kuhusu ukumbi",
        "nilizungumza na mkuu wenu juzi",
        "tulikubaliana na mkuu kuhusu viti",
    ):
        chat.say(text)
    assert "handoff_create_ticket" in chat.shop.calls


@pytest.mark.parametrize(
    "text",
    [
        "I was told somebody would call me on Monday and nobody did", "mlisema fundi angekuja leo asubuhi na hajafika",
        "tuliahidiwa kupigiwa simu jana lakini bado", "they promised a technician last week, still waiting",
    ],
)  # fmt: skip
def test_a_promise_that_was_not_kept_is_a_complaint(text: str) -> None:
    chat = Chat()
    chat.say(text)
    assert "handoff_create_ticket" in chat.shop.calls


@pytest.mark.parametrize("text", ["you said delivery is free over 5000?", "mlisema mnafungua saa ngapi kesho?"])
def test_what_was_said_before_is_no_complaint(text: str) -> None:
    chat = Chat()
    chat.say(text)
    assert chat.state.handoff.escalation_reason != "complaint"


@pytest.mark.parametrize("text", ["nimeletewa kikombe kimevunjika", "mmenitumia jezi wrong", "nilipokea viatu tofauti"])
def test_what_came_wrong_is_a_persons(text: str) -> None:
    chat = Chat()
    chat.say(text)
    assert "handoff_create_ticket" in chat.shop.calls
