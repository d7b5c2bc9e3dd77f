"""Language and consent, changed as they are asked for in plain words."""

import pytest

from journeys.command import Command
from journeys.preferences.commands import OwnData, SetPreferences
from journeys.preferences.reading import read
from tests.journeys.shop import Chat, Shop


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("ongea kiswahili tafadhali", SetPreferences(language="sw")),
        ("speak english please", SetPreferences(language="en")),
        ("nijibu kwa kiingereza", SetPreferences(language="en")),
        ("bonga sheng", SetPreferences(language="sheng")),
        ("stop sending me promotions", SetPreferences(marketing=False)),
        ("acheni kunitumia matangazo", SetPreferences(marketing=False)),
        ("unsubscribe me", SetPreferences(marketing=False)),
        ("i don't want your newsletters", SetPreferences(marketing=False)),
        ("sidai hizo promo zenu tena", SetPreferences(marketing=False)),
        ("send me offers", SetPreferences(marketing=True)),
        ("nitumie taarifa za ofa mpya", SetPreferences(marketing=True)),
        ("delete my data", OwnData()),
        ("mnahifadhi taarifa gani kunihusu", OwnData()),
        ("update my preferences", SetPreferences()),
        ("tutaongea kesho", SetPreferences()),
    ],
)
def test_what_is_wanted(text: str, wanted: Command) -> None:
    chat = Chat()
    assert read(text, chat.state, chat.context(text)) == (wanted,)


def test_a_language_is_changed_for_good_and_answered_in() -> None:
    chat = Chat()
    assert "kuanzia sasa nitaandika kwa Kiswahili" in chat.say("speak kiswahili please")
    assert chat.shop.customer["language_preference"] == "sw"
    assert chat.say("asdf qwer").startswith("Samahani, sijaelewa")


def test_a_language_the_tenant_does_not_speak_is_not_promised() -> None:
    chat = Chat(shop=Shop(tenant={"allowed_languages": ["en", "sw"]}))
    said = chat.say("speak sheng please")
    assert "cannot write in Sheng here. I can write in: English, Kiswahili" in said
    assert "customer_update_preferences" not in chat.shop.calls


def test_marketing_is_ended_and_begun() -> None:
    chat = Chat()
    assert "no more offers" in chat.say("stop sending me promotions")
    assert chat.shop.customer["consents"] == {"marketing": False}
    assert "may send you offers" in chat.say("sign me up for your offers please")
    assert chat.state.customer.marketing_opt_in is True


def test_data_is_a_matter_for_people() -> None:
    assert "+254700000009" in Chat().say("please delete my data")


def test_what_cannot_be_told_is_asked() -> None:
    assert "What shall I change?" in Chat().say("update my preferences")


def test_a_change_that_failed_is_not_confirmed() -> None:
    chat = Chat(shop=Shop(broken=frozenset({"customer_update_preferences"})))
    assert "did not work just now" in chat.say("speak kiswahili please")
    assert chat.state.customer.customer_language_pref is None
