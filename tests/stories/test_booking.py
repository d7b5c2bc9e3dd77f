"""A guest's conversations with the demo resort: rooms for a family, tickets of two kinds, one item in hand."""

from collections.abc import Callable

import pytest

from tests import demo
from tests.stories.conftest import Say
from tests.talk import Talk


@pytest.fixture
def say(db: None, talk: Callable[..., Talk]) -> Callable[..., str]:
    conversation = talk(demo.put("oasis"))
    return lambda *texts: "\n".join(conversation.say(*texts))


def test_a_family_finds_and_books_a_room_that_holds_them(say: Callable[..., str]) -> None:
    assert "Garden Room" in say("hi, do you have rooms for next weekend?")
    for_four = say("2 adults 2 kids")
    assert "Family Cottage" in for_four
    assert "for rooms, 4 people" in for_four
    assert "Garden Room" not in for_four
    assert "33,500" in say("how much is the family one on half board")
    assert "2 nights \u00d7 *Family Cottage* (half board): KES 67,000" in say("ok book it for 2 nights")


def test_tickets_of_two_kinds_are_two_lines(say: Callable[..., str]) -> None:
    assert "Day Pass with Lunch" in say("bei ya day pass ya mtoto")
    say("1")
    bill = say("nataka mbili za watu wazima na moja ya mtoto")
    assert "(adult): KES 4,000" in bill
    assert "(child 4-12): KES 1,000" in bill
    assert "KES 5,000" in say("jumla ni ngapi")


@pytest.mark.parametrize(
    ("asked", "line"),
    [
        (
            "i want the beach and pool day pass for two kids under 12",
            "2 tickets \u00d7 *Beach and Pool Day Pass* (child",
        ),
        ("nataka sunset dhow cruise ya watoto wawili wa miaka 7 na 9", "tiketi 2 \u00d7 *Sunset Dhow Cruise*"),
    ],
)
def test_how_old_children_are_is_no_number_of_tickets_and_no_hour(
    say: Callable[..., str], asked: str, line: str
) -> None:
    told = say(asked)
    assert line in told
    assert "When: " not in told


@pytest.mark.parametrize(
    ("talk_of_it", "told"),
    [
        (["bei ya day pass ya mtoto", "1", "nataka hii", "mtoto wa miaka 2"], "Haipatikani kwa miaka 2"),
        (["how much is the day pass for a kid", "1", "i want it", "a child of 2 years"], "It does not come in 2 years"),
    ],
)
def test_an_age_is_told_in_the_language_of_the_talk(say: Callable[..., str], talk_of_it: list[str], told: str) -> None:
    replies = [say(text) for text in talk_of_it]
    assert told in replies[-1], replies


def test_the_only_item_shown_is_the_one_that_is_meant(say: Callable[..., str]) -> None:
    assert "Couples Massage" in say("do you have a couples massage")
    assert "12,500" in say("how much")
    assert "2 \u00d7 *Couples Massage in the Palm Hut*" in say("i'd like to book two for tomorrow at 4")


@pytest.mark.parametrize(
    ("wanted", "told"),
    [
        (
            "i want the seafood grill night for 2 adults on saturday at 8pm",
            "is on Friday only, so saturday is not noted",
        ),
        (
            "nataka seafood grill night ya watu wazima 2 jumamosi saa mbili usiku",
            "ni Ijumaa tu, kwa hivyo jumamosi haijaandikwa",
        ),
        ("i want the seafood grill night for 2 adults on friday at 8pm", "When: on friday at 8pm"),
        ("i want the couples massage on saturday at 8pm", "When: on saturday at 8pm"),
    ],
)
def test_a_booking_is_held_to_the_days_of_its_item(say: Callable[..., str], wanted: str, told: str) -> None:
    replied = say(wanted)
    assert told in replied
    assert ("not noted" in replied or "haijaandikwa" in replied) is ("not noted" in told or "haijaandikwa" in told)


def test_a_fault_in_their_room_goes_to_a_person(say: Callable[..., str]) -> None:
    assert "T-" in say("there's no hot water in our room")


def test_a_form_of_a_room_is_bought_by_its_name_alone(say: Callable[..., str]) -> None:
    assert "3 nights \u00d7 *Ocean View Room* (half board)" in say("ocean view room, half board, 3 nights")


def test_what_is_sold_by_the_head_holds_any_party(say: Callable[..., str]) -> None:
    assert "Beach and Pool Day Pass" in say("day pass for 2 adults and 3 kids how much")


def test_one_of_a_list_is_named_by_its_price(say: Callable[..., str]) -> None:
    assert "Couples Massage" in say("show me your massages")
    assert "*Couples Massage in the Palm Hut*\nKES 12,500" in say("the 12,500 one")


def test_a_table_for_a_time_is_kept_by_a_person_and_a_question_about_tables_is_none(say: Callable[..., str]) -> None:
    assert "T-" not in say("do i need to book a table at jahazi tonight?")
    assert "T-" in say("can i reserve a table for two tonight")


@pytest.mark.parametrize("said", ["half board for family of 4", "half board familia ya watu wanne"])
def test_a_family_of_four_stays_for_no_four_nights(resort: Say, said: str) -> None:
    assert "134,000" not in resort(said)
