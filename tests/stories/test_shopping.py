"""A customer's conversations with the demo shop: its real catalog, the real tools, the local mind."""

import re
from collections.abc import Callable

import pytest

from tenants.consent import standing
from tenants.models import Customer, Tenant
from tenants.scope import tenant_scope
from tests.talk import Talk

PRICE = re.compile(r"KES ([\d,]+)")


@pytest.fixture
def say(duka: Tenant, talk: Callable[..., Talk]) -> Callable[..., str]:
    conversation = talk(duka)
    return lambda *texts: "\n".join(conversation.say(*texts))


def options(said: str) -> list[str]:
    return [line for line in said.splitlines() if re.match(r"\d\. ", line)]


def prices(said: str) -> list[int]:
    return [int(price.replace(",", "")) for line in options(said) for price in PRICE.findall(line)]


def test_from_a_greeting_to_a_pair_of_shoes(say: Callable[..., str]) -> None:
    assert "Zawadi" in say("Hi")

    shoes = say("nataka viatu vya kukimbia chini ya 5000")
    assert "viatu vya kukimbia" in shoes
    assert 3 <= len(options(shoes)) <= 6
    assert all(price <= 5000 for price in prices(shoes))

    red = say("show me red ones")
    assert "red" in red
    assert all(price <= 5000 for price in prices(red))

    item = say("2")
    title = re.findall(r"\*(.+?)\*", options(red)[1])[0]
    assert item.startswith(f"*{title}*\nKES {PRICE.findall(options(red)[1])[0]}")

    assert "https://duka.example/catalog?q=viatu+vya+kukimbia" in say("see all")
    assert "did not understand" in say("asdf qwer")


def test_small_talk_ends_in_business(say: Callable[..., str]) -> None:
    jokes = [say("tell me a joke") for _ in range(3)]
    assert "back to business" in jokes[2]
    assert not any("back to business" in joke for joke in jokes[:2])


def test_what_the_shop_does_not_have(say: Callable[..., str]) -> None:
    said = say("do you have a helicopter")
    assert "nothing like it in the catalog" in said
    assert "KES" not in said
    assert "https://duka.example/catalog" in said


def test_refusing_twice_leads_to_the_catalog(say: Callable[..., str]) -> None:
    first = say("running shoes")
    others = say("none of these")
    assert not set(options(first)) & set(options(others))
    assert "https://duka.example/catalog?q=running+shoes" in say("none of these")


def stands(duka: Tenant) -> dict[str, bool]:
    with tenant_scope(duka.id):
        return dict(standing.of(Customer.objects.exclude(last_seen_at=None).get().pk).known)


def test_stop_and_start(duka: Tenant, say: Callable[..., str]) -> None:
    assert "will not send you any more messages" in say("STOP")
    assert stands(duka) == {"service": False, "marketing": False}
    assert say("STOP") == ""
    assert "Welcome back" in say("START")
    assert stands(duka) == {"service": True, "marketing": False}


def test_swahili_is_asked_for_and_kept(duka: Tenant, say: Callable[..., str]) -> None:
    say("nataka viatu vya kukimbia")
    black = say("na hizo nyeusi?")
    assert "rangi nyeusi" in black
    assert options(black)
    assert "kwa Kiswahili" in say("ongea kiswahili tafadhali")
    with tenant_scope(duka.id):
        assert Customer.objects.exclude(last_seen_at=None).get().language_preference == "sw"


def test_a_burst_is_one_answer(duka: Tenant, talk: Callable[..., Talk]) -> None:
    answers = talk(duka).say("Hi", "nataka sufuria", "ya bei nafuu")
    assert len(answers) == 1
    assert options(answers[0])


def test_the_cheapest_of_a_list_is_one_item(say: Callable[..., str]) -> None:
    shown = say("what phones do you have under 20k")
    assert len(options(shown)) == 3
    assert "Kabambe Dual SIM" in say("how much is the cheapest")


def test_a_question_about_a_list_sets_its_items_side_by_side(say: Callable[..., str]) -> None:
    say("what phones do you have under 20k")
    told = say("which one has the best battery")
    assert "week of standby" in told
    assert "13 MP" in told


def test_several_things_in_one_message_are_bought_or_shown(say: Callable[..., str]) -> None:
    told = say("nipe sukari kilo mbili na unga")
    assert "Brown Cane Sugar* (2 kg)" in told
    assert "Wheat Flour" in told


def test_who_sees_one_item_and_says_how_they_pay_wants_it(say: Callable[..., str]) -> None:
    assert "School Bag Twiga" in say("nataka begi la shule la mtoto")
    assert "School Bag Twiga" in say("lipa na mpesa")


def test_a_price_asked_under_a_list_asks_which(say: Callable[..., str]) -> None:
    say("i want a dress")
    assert "Which one" in say("how much is it")
    assert len(options(say("size medium"))) >= 3


def test_what_is_not_there_is_not_found_by_its_number(say: Callable[..., str]) -> None:
    assert "Printer" not in say("Do you have iphone 15")


@pytest.mark.parametrize(
    "words", ["hi, I need running shoes size 42 under 6000", "nataka viatu vya kukimbia size 42 visizidi 6000"]
)
@pytest.mark.django_db
def test_who_names_a_limit_is_still_choosing(say: Callable[..., str], words: str) -> None:
    shown = say(words)
    assert len(options(shown)) >= 3
    assert max(prices(shown)) <= 6000
