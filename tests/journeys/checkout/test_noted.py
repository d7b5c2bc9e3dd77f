"""What is noted on an order: said anew it takes the place of what was said before, it leaves with its item, and a day
or an hour at which an item is not had is told and not noted."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from journeys import state
from journeys.checkout import noted
from journeys.checkout.commands import Deliver
from journeys.state import ConversationState, Delivery
from tests.journeys.checkout.till import Till
from tests.journeys.shop import Chat, Thing
from tests.journeys.test_model_dialogues import line
from tests.journeys.test_model_turns import Script, give
from tests.loopback.openai_server import OpenAIServer
from tools.catalog.catalog_get_item import CatalogGetItemArgs, CatalogGetItemResult
from tools.contract import Refusal

GRILL, TOUR, SPA = "Seafood Grill Night", "Old Town Walking Tour", "Coconut Massage"
WHEN_HAD = {
    GRILL: {"served": "19:00-22:30", "day": "Friday"},
    TOUR: {"days": "Tuesday and Thursday", "hours": "09:00-16:00"},
    SPA: {"duration": "60 minutes"},
}
Says = Callable[..., str]


@dataclass
class Resort(Till):
    """A till whose things are had on their days and at their hours. It is Monday 2 March 2026."""

    things: tuple[Thing, ...] = tuple(Thing(title, 4500, category="Dining", sizes=(), stock=40) for title in WHEN_HAD)
    described: dict[str, str] = field(default_factory=dict)

    def catalog_get_item(self, args: CatalogGetItemArgs) -> CatalogGetItemResult | Refusal:
        item = super().catalog_get_item(args)
        if isinstance(item, Refusal):
            return item
        known = {"attributes": WHEN_HAD[item.title], "description": self.described.get(item.title, "")}
        return item.model_copy(update=known)


def deliver(**said: str) -> dict[str, Any]:
    return give("deliver", **({"recipient": "", "place": "", "when": "", "note": "", "item": ""} | said))


def add(*titles: str) -> dict[str, Any]:
    return give("add", lines=[line(title, 2) for title in titles])


@pytest.fixture
def chat(openai_server: OpenAIServer) -> Chat:
    return Chat(shop=Resort(), provider=openai_server.provider)


@pytest.fixture
def says(chat: Chat, openai_server: OpenAIServer) -> Says:
    def say(text: str, *commands: dict[str, Any]) -> str:
        openai_server.reply = Script(*commands)
        return chat.say(text)

    return say


def delivered(chat: Chat) -> dict[str, str]:
    """What the order was last made with."""
    assert isinstance(chat.shop, Resort)
    return {name: value for name, value in chat.shop.delivery.items() if value}


@pytest.mark.parametrize(
    "said",
    [
        {"note": "for 8 on Saturday 7 March"},
        {"when": "Saturday 7 March", "note": "for 8"},
        {"when": "7 March", "note": "for 8"},
        {"when": "Saturday", "note": "for 8 people"},
        {"when": "Jumamosi tarehe 7 Machi", "note": "watu 8"},
        {"when": "Friday 7 March", "note": "for 8"},
        {"when": "kesho", "note": "watu 8"},
        {"when": "Saturday 7 March", "note": "for 8", "item": GRILL},
    ],
)
def test_a_day_on_which_it_is_not_had_is_told_and_not_noted(says: Says, chat: Chat, said: dict[str, str]) -> None:
    told = says("the seafood grill, " + " ".join(said.values()), add(GRILL), deliver(**said))
    assert f"*{GRILL}* is on Friday only, so {said.get('when', 'Saturday 7 March')}" in told
    assert "is not noted: tell me which day to note" in told
    assert ("(Saturday)" in told) is (said.get("when") in ("7 March", "Friday 7 March"))
    kept = str(delivered(chat))
    assert "8" in kept
    assert not any(day in kept.casefold() for day in ("saturday", "march", "jumamosi", "kesho", "friday"))
    assert "Total: *KES 9,000*" in told


@pytest.mark.parametrize("hour", ["at 8am", "8:00 am", "saa mbili asubuhi", "at 12:30"])
def test_an_hour_at_which_it_is_not_had_is_told_and_its_day_is_noted(says: Says, chat: Chat, hour: str) -> None:
    told = says(f"the seafood grill on Friday {hour}", add(GRILL), deliver(when=f"Friday 6 March {hour}"))
    assert f"*{GRILL}* is at 19:00\u201322:30 only" in told
    assert delivered(chat)["when"] == "Friday 6 March"


@pytest.mark.parametrize(
    ("title", "when"),
    [
        (GRILL, "Friday 6 March at 8pm"),
        (GRILL, "Friday at 8"),
        (GRILL, "Ijumaa saa mbili usiku"),
        (GRILL, "6 March"),
        (TOUR, "Thursday 5 March, 10am"),
        (TOUR, "Tuesday or Wednesday"),
        (SPA, "Saturday 7 March at 8am"),
        (SPA, "Sunday"),
    ],
)
def test_a_day_and_an_hour_at_which_it_may_be_had_are_noted(says: Says, chat: Chat, title: str, when: str) -> None:
    told = says(f"{title} on {when}", add(title), deliver(when=when))
    assert "is not noted" not in told
    assert delivered(chat)["when"] == when


@pytest.mark.parametrize(
    ("described", "is_doubted"),
    [
        ("Grilled on the beach every Friday.", True),
        ("A night under the stars on Fridays only.", True),
        ("Closed on Saturdays.", True),
        ("Smart enough for casual Friday, and for long Sunday walks.", False),
        ("", False),
    ],
)
def test_a_description_tells_days_where_it_says_that_they_are_regular(
    says: Says, chat: Chat, described: str, *, is_doubted: bool
) -> None:
    assert isinstance(chat.shop, Resort)
    chat.shop.described[SPA] = described
    told = says("the massage on Saturday 7 March", add(SPA), deliver(when="Saturday 7 March"))
    assert ("is not noted" in told) is is_doubted


def test_which_of_several_items_a_day_is_of_is_not_guessed(says: Says, chat: Chat) -> None:
    told = says("the grill and a massage, Saturday 7 March", add(GRILL, SPA), deliver(when="Saturday 7 March"))
    assert "is not noted" not in told
    told = says("the grill on Saturday I mean", deliver(when="Saturday 7 March", item=GRILL))
    assert f"*{GRILL}* is on Friday only" in told


def test_a_day_is_held_to_the_item_that_is_looked_at(says: Says, chat: Chat) -> None:
    says("show me the seafood grill night", give("open_item", item=GRILL))
    assert f"*{GRILL}* is on Friday only" in says("for us on Saturday 7 March", deliver(when="Saturday 7 March"))
    assert chat.state.purchase.delivery.when == ""


def test_what_is_said_anew_of_an_item_takes_the_place_of_what_was_said(says: Says, chat: Chat) -> None:
    says("grill for 8 on Friday 6 March at 8pm, and a massage", add(GRILL, SPA))
    says("for 8, Friday at 8pm, window table", deliver(item=GRILL, when="Friday 6 March 8pm", note="8 people, window"))
    says("massage at 10am", deliver(item=SPA, when="Saturday 10am"))
    assert delivered(chat)["note"] == (
        f"{GRILL}: Friday 6 March 8pm, 8 people, window; {SPA}: Saturday 10am"
    )  # fmt: skip
    told = says("we are 7, and the 13th please", deliver(item=GRILL, when="Friday 13 March 8pm", note="7 people"))
    assert delivered(chat)["note"] == (
        f"{SPA}: Saturday 10am; {GRILL}: Friday 13 March 8pm, window; 7 people"
    )  # fmt: skip
    assert "8 people" not in told


def test_a_note_leaves_with_its_item_and_stays_with_its_other_form(says: Says, chat: Chat) -> None:
    says("the tour and a massage", add(TOUR, SPA))
    says("Old Town tour on Thursday 10am, towels at the gate", deliver(note="Old Town tour on Thursday at 10am"))
    says("call at the gate", deliver(note="call at the gate"))
    assert delivered(chat)["note"] == f"call at the gate; {TOUR}: Old Town tour on Thursday at 10am"
    gone = give("change_cart", change="remove", line=TOUR, options=[], quantity=None)
    told = says("leave the tour", gone, give("show_cart"))
    assert delivered(chat)["note"] == "call at the gate"
    assert "Thursday" not in told


@pytest.mark.parametrize(
    ("before", "now", "kept"),
    [
        ("8 people on Saturday", "7 people on Friday", "7 people on Friday"),
        ("at 8am on Saturday", "at 10am", "on Saturday; at 10am"),
        ("window table, for 8", "for 7 people", "window table; for 7 people"),
        ("watu 8, jumamosi", "ijumaa", "watu 8; ijumaa"),
        ("write Amani on the cake", "no nuts please", "write Amani on the cake; no nuts please"),
        ("room 12", "room 12, on Friday", "room 12, on Friday"),
    ],
)
def test_of_one_thing_only_the_last_day_hour_and_number_stay(before: str, now: str, kept: str) -> None:
    held = state.load(None, tenant_id="t", conversation_id="c", request_id="r")
    for note in (before, now):
        held, _ = noted.noted(Deliver(note=note), held, None)  # type: ignore[arg-type]
    assert noted.as_ordered(held)["note"] == kept


def test_another_day_in_a_note_takes_the_place_of_the_day_that_was_told() -> None:
    held = state.load(None, tenant_id="t", conversation_id="c", request_id="r")
    for said in (Deliver(when="Saturday at 8am"), Deliver(note="make it Friday")):
        held, _ = noted.noted(said, held, None)  # type: ignore[arg-type]
    assert noted.as_ordered(held) == {"when": "at 8am", "note": "make it Friday"}


def test_a_delivery_that_was_stored_before_there_were_notes_on_items_is_kept() -> None:
    stored = state.load(None, tenant_id="t", conversation_id="c", request_id="r").having(delivery=Delivery(note="n"))
    document = stored.model_dump(mode="json")
    del document["purchase"]["delivery"]["of_items"]
    held: ConversationState = state.load(document, tenant_id="t", conversation_id="c", request_id="r")
    assert noted.as_ordered(held) == {"note": "n"}


def test_a_person_who_takes_over_is_told_what_is_noted_on_an_item(says: Says, chat: Chat) -> None:
    says("two grill nights for friday 6 march", add(GRILL), deliver(when="Friday 6 March", note="no nuts", item=GRILL))
    told = says("I want to talk to somebody", give("hand_over", reason="human_request", about=""))
    assert "T-123456" in told
    assert f"Delivery: {GRILL}: Friday 6 March, no nuts" in chat.shop.tickets[-1].summary


def test_what_is_told_of_a_thing_that_is_not_had_takes_the_place_of_nothing(says: Says, chat: Chat) -> None:
    says("the tour, tuesday to thursday", add(TOUR), deliver(when="Tuesday 3 March"))
    says("and kitesurfing on saturday", deliver(when="Saturday 7 March", note="one of us", item="Kitesurfing Lesson"))
    assert delivered(chat)["when"] == "Tuesday 3 March"
    assert "one of us" not in str(delivered(chat))


def test_what_is_noted_by_several_is_told_once(says: Says, chat: Chat) -> None:
    told = says(
        "the grill on friday and the tour on tuesday", add(GRILL, TOUR), deliver(when="Friday 6 March", item=GRILL),
        deliver(when="Tuesday 3 March", item=TOUR),
    )  # fmt: skip
    assert told.count("I have noted this with your order") == told.count(f"{GRILL}: Friday 6 March") == 1
    assert told.count(f"{TOUR}: Tuesday 3 March") == 1


@pytest.mark.parametrize(
    ("place", "kept"),
    [
        ("Likoni karibu na feri", "Likoni karibu na feri, Mombasa"),
        ("Nyali, Mombasa", "Nyali, Mombasa"),
        ("Kilimani", "Kilimani"),
    ],
)
def test_a_place_told_more_nearly_stays_in_its_town(says: Says, chat: Chat, place: str, kept: str) -> None:
    says("the grill for 8 on Friday, to Likoni, Mombasa", add(GRILL), deliver(place="Likoni, Mombasa"))
    says(f"bring it to {place}", deliver(place=place), give("show_cart"))
    assert delivered(chat)["place"] == kept


SHOP = {"bot_intro": "Karibu Duka on Moi Avenue, Nairobi!"}


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("i will come for it on moi avenue", {"place": "pick up at the shop on Moi Avenue"}),
        ("total ni ngapi nikikam kuichukua hapo Moi Avenue?", {"place": "Moi Avenue shop"}),
        ("mama ataichukua dukani", {"recipient": "mama", "note": "atachukua dukani"}),
        ("my brother will collect on friday", {"note": "my brother will pick it up at the shop on Friday"}),
    ],
)
def test_a_pick_up_is_no_address(openai_server: OpenAIServer, message: str, said: dict[str, str]) -> None:
    shop = Resort(tenant=SHOP)
    chat = Chat(shop=shop, provider=openai_server.provider)
    openai_server.reply = Script(add(GRILL), deliver(place="Thika"))
    assert "not in this total" in chat.say("two grill nights, to thika")
    openai_server.reply = Script(deliver(**said))
    told = chat.say(message)
    assert shop.delivery["how"] == "collected"
    assert "No delivery: " in told
    assert "not in this total" not in told


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("bring it to the shop on moi avenue", {"place": "the shop on Moi Avenue"}),
        ("i will pick it up at my shop on moi avenue", {"place": "pick up at my shop on Moi Avenue"}),
        ("mama atachukua", {"note": "mama atachukua"}),
        ("my brother will collect it at the stage", {"note": "my brother will collect it at the stage"}),
    ],
)
def test_an_address_is_no_pick_up(openai_server: OpenAIServer, message: str, said: dict[str, str]) -> None:
    shop = Resort(tenant=SHOP)
    chat = Chat(shop=shop, provider=openai_server.provider)
    openai_server.reply = Script(add(GRILL), deliver(place="Thika"))
    chat.say("two grill nights, to thika")
    openai_server.reply = Script(deliver(**said), give("show_cart"))
    assert "not in this total" in chat.say(message)
    assert not shop.delivery.get("how")


FRIDAY = "Friday 6 March 2026"


def test_what_each_item_has_of_its_own_takes_the_place_of_what_was_told_of_all(says: Says, chat: Chat) -> None:
    told = says("grill on friday for two nights, and a massage", add(GRILL, SPA), deliver(when=f"{FRIDAY}, two nights"))
    assert f"When: {FRIDAY}, two nights" in told
    says("the massage at 10am", deliver(when="Saturday 10am", item=SPA))
    assert delivered(chat)["when"] == f"{FRIDAY}, two nights"
    told = says("my wife says three nights", deliver(when=f"{FRIDAY}, 3 nights, leaving Monday", item=GRILL))
    assert "two nights" not in told
    assert "when" not in delivered(chat)
    assert f"{GRILL}: {FRIDAY}, 3 nights" in delivered(chat)["note"]
    assert f"{SPA}: Saturday 10am" in delivered(chat)["note"]


def test_what_was_told_of_all_stays_for_others_without_the_stay_that_is_told_anew(says: Says, chat: Chat) -> None:
    says("grill on friday for two nights, and a massage", add(GRILL, SPA), deliver(when=f"{FRIDAY}, two nights"))
    says("my wife would rather stay there for three nights", deliver(when="3 nights", item=GRILL))
    assert delivered(chat)["when"] == FRIDAY
    says("no nuts at the grill", deliver(note="no nuts", item=GRILL))
    assert delivered(chat)["when"] == FRIDAY


def test_an_items_own_day_leaves_the_others_theirs(says: Says, chat: Chat) -> None:
    says("grill on friday and a massage", add(GRILL, SPA), deliver(when=f"{FRIDAY}, two nights"))
    says("the massage on saturday", deliver(when="Saturday 10am", item=SPA))
    assert delivered(chat)["when"] == f"{FRIDAY}, two nights"
