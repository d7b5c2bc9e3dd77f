"""Language and consent, changed as they are asked for in plain words."""

import pytest

from journeys.command import Command
from journeys.preferences.commands import EraseData, OwnData, SetPreferences
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
        ("delete my data", EraseData()),
        ("futa taarifa zangu zote", EraseData()),
        ("what do you know about me", OwnData()),
        ("change my name to Amina Njoroge", SetPreferences(called="Amina Njoroge")),
        ("badilisha jina langu liwe Amina", SetPreferences(called="Amina")),
        ("my number is now 0712345678", SetPreferences(phone="+254712345678")),
        ("mnahifadhi taarifa gani kunihusu", OwnData()),
        ("what have I consented to?", OwnData()),
        ("which offers? what permissions do you have from me", OwnData()),
        ("nifuteni kwa hiyo orodha ya matangazo", SetPreferences(marketing=False)),
        ("update my preferences", SetPreferences()),
        ("badilisha lugha", SetPreferences()),
    ],
)
def test_what_is_wanted(text: str, wanted: Command) -> None:
    chat = Chat()
    assert read(text, chat.state, chat.context(text)) == (wanted,)


@pytest.mark.parametrize(
    "text",
    [
        "tutaongea kesho",
        "tell me when I should change my oil",
        "send me two SMS packs",
        "inform me of my balance",
        "mna Kamusi ya Kiswahili? bei gani?",
        "do you have a swahili bible",
        "natafuta kitabu cha kiingereza",
    ],
)
def test_what_speaks_of_nothing_that_we_remember_changes_nothing(text: str) -> None:
    chat = Chat()
    assert read(text, chat.state, chat.context(text)) == ()


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


def test_what_is_known_is_told_from_the_data() -> None:
    chat = Chat()
    chat.shop.customer |= {"name": "Amina", "phone_e164": "+254712345678", "consents": {"order_updates": False}}
    told = chat.say("what do you know about me?")
    for line in ("Name: Amina", "Number: +254712345678", "Order updates: no", "Offers and news: no, you have not"):
        assert line in told
    chat.shop.customer["consents"] = {"service": False}
    assert "none but answers" in chat.say("what do you know about me?")


def test_their_data_goes_only_after_a_yes() -> None:
    chat = Chat()
    assert "cannot be undone" in chat.say("please delete my data")
    assert "customer_update_preferences" not in chat.shop.calls
    assert "keeps your data" in chat.say("no")
    chat.say("delete my data")
    assert "within two days" in chat.say("yes")
    assert chat.shop.calls.count("customer_update_preferences") == 2
    assert "keeps your data" in chat.say("keep my data")
    assert "within two days" not in chat.say("yes"), "a yes of before counts no more"


def test_what_cannot_be_told_is_asked_with_numbers() -> None:
    chat = Chat()
    assert "1. Write in Kiswahili" in chat.say("update my preferences")
    assert "no more updates about your orders" in chat.say("2")
    assert "2. Order updates on" in chat.say("update my preferences")
    assert "kuanzia sasa nitaandika kwa Kiswahili" in chat.say("1")


def test_a_wish_for_a_language_outlasts_the_next_message_in_another() -> None:
    chat = Chat()
    chat.say("speak kiswahili please")
    assert "KES" in chat.say("I am looking for some good running shoes please")
    assert chat.state.understood.response_language == "sw"
    chat.say("speak english please")
    chat.say("nataka viatu vya kukimbia")
    assert chat.state.understood.response_language == "en"


def test_a_change_that_failed_is_not_confirmed() -> None:
    chat = Chat(shop=Shop(broken=frozenset({"customer_update_preferences"})))
    assert "did not work just now" in chat.say("speak kiswahili please")
    assert chat.state.customer.customer_language_pref is None
