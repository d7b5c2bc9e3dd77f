"""What is said in between: a nod, nonsense, another matter while something is asked, and the days of a stay."""

import pytest

from tests.stories.conftest import Say

NOT_UNDERSTOOD = "did not understand"


@pytest.mark.parametrize("said", ["xyzzy", "blorf", "qqqq"])
def test_nonsense_after_an_answer_is_not_that_answer_again(resort: Say, said: str) -> None:
    told = resort("is breakfast included?", said)
    assert NOT_UNDERSTOOD in told
    assert "every room" not in told


def test_nonsense_after_the_hours_is_not_the_hours_again(shop: Say) -> None:
    assert NOT_UNDERSTOOD in shop("what are your opening hours?", "flurb")


@pytest.mark.parametrize(("said", "told"), [("sunday?", "closed"), ("and on saturday", "09:00")])
def test_a_day_after_the_hours_goes_on_with_them(shop: Say, said: str, told: str) -> None:
    assert told in shop("what are your opening hours?", said)


@pytest.mark.parametrize(
    ("said", "told"),
    [("sawa", "Sawa"), ("ok", "anything else"), ("poa, nimeelewa", "kingine"), ("that's fine", "anything else")],
)
def test_who_nods_is_told_nothing_again(shop: Say, said: str, told: str) -> None:
    answer = shop(
        "mnaleta Thika kwa pesa ngapi?" if told in ("Sawa", "kingine") else "how much is delivery to Thika", said
    )
    assert told in answer
    assert "KES" not in answer


@pytest.mark.parametrize(("said", "told"), [("bye", "Goodbye"), ("kwaheri", "Kwaheri")])
def test_who_takes_leave_is_let_go(shop: Say, said: str, told: str) -> None:
    assert told in shop(said)


def test_a_nod_to_a_list_still_asks_which(shop: Say) -> None:
    assert "Ipi kati ya hizo" in shop("mna sufuria?", "sawa")


@pytest.mark.parametrize("said", ["from Friday to Sunday", "12 to 14 december"])
def test_the_days_of_a_stay_are_noted_under_the_rooms(resort: Say, said: str) -> None:
    told = resort("a room for two", said)
    assert f"When: {said}" in told
    assert "Which one?" in told


def test_a_wish_is_no_account_number(telecom: Say) -> None:
    told = telecom("what is my bill", "buy daily 350 MB bundle")
    assert "Daily 350 MB Bundle" in told
    assert "last four digits" not in told


@pytest.mark.parametrize("said", ["how many do I have in my cart", "how many items are in the cart now"])
def test_what_is_in_the_cart_is_told_to_who_asks_how_many(shop: Say, said: str) -> None:
    told = shop("I want 1 Uhuru Park Jogger size 40 grey", said)
    assert "1 \u00d7 *Uhuru Park Jogger* (40, grey)" in told


@pytest.mark.parametrize("number", ["100", "1000", "150"])
def test_so_many_as_there_are_not_is_not_one(shop: Say, number: str) -> None:
    assert "not have that many" in shop(f"I want {number} Uhuru Park Jogger size 40 grey")


def test_each_of_two_things_keeps_its_own_limits(shop: Say) -> None:
    told = shop("I want red shoes size 38 under 3000 and a kettle")
    assert "red, size 38, up to KES 3,000" in told
    assert "Electric Kettle Cordless" in told


def test_a_person_is_asked_for_without_a_page_about_visitors(resort: Say) -> None:
    told = resort("nataka kuongea na mtu")
    assert "T-" in told
    assert "22:00" not in told


def test_by_what_may_be_paid_is_no_refund(shop: Say) -> None:
    told = shop("What payment methods do you accept?")
    assert "M-Pesa" in told
    assert "Refund" not in told


@pytest.mark.parametrize(
    "said", ["I want 3 Shule Bora Mary Jane size 34", "I want 2 Mtaa Classic Canvas Sneaker white 40"]
)
def test_a_name_in_another_language_changes_none(shop: Say, said: str) -> None:
    assert "How would you like to pay?" in shop(said)
