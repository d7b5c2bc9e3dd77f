"""What customers say of what they look at: one of the list by its form or its name, what goes with it, all of it."""

import pytest

from tests.depth import sampled
from tests.stories.conftest import Say


@pytest.mark.parametrize("asked", sampled(["is the 100ml in stock?", "100 ml iko", "do you have the 100 ml"], quick=1))
def test_a_measure_is_asked_of_those_on_the_list(shop: Say, asked: str) -> None:
    told = shop("show me perfumes", asked)
    assert "2,950" in told
    assert "2,600" in told


def test_a_measure_that_one_of_them_has_opens_that_one(shop: Say) -> None:
    told = shop("show me perfumes", "is the 30ml available?")
    assert "Oud Malaika" in told
    assert "Savanna" not in told


@pytest.mark.parametrize("asked", ["hizo za uhuru ziko rangi gani", "do the uhuru ones come in other colours"])
def test_one_of_the_list_that_is_named_is_asked_about_alone(shop: Say, asked: str) -> None:
    told = shop("running shoes size 42 under 4000", asked)
    assert "grey, navy" in told
    assert "Nyota" not in told


@pytest.mark.parametrize(
    ("size", "price"),
    sampled(
        [
            ("futi tano kwa sita ni bei gani", "9,900"), ("how much is the six by six", "11,900"),
            ("na ya nne kwa sita?", "7,900"), ("4x6 ft ni how much", "7,900"),
        ],
        quick=2,
    ),
)  # fmt: skip
def test_sides_may_be_said_in_words(shop: Say, size: str, price: str) -> None:
    assert price in shop("high density mattress", size)


@pytest.mark.parametrize(
    "asked", sampled(["vina garanti?", "how long is the warranty", "ina waranti ya muda gani"], quick=1)
)
def test_how_long_it_is_warranted_is_told_of_its_kind_alone(shop: Say, asked: str) -> None:
    told = shop("true wireless earbuds", "1", asked)
    assert "6 months" in told
    assert "24 months" not in told


@pytest.mark.parametrize(
    "asked", ["can i get a cover for it too", "do you have a cover that fits it", "kava yake iko?"]
)
def test_what_belongs_to_a_thing_is_looked_for_as_such(shop: Say, asked: str) -> None:
    told = shop("looking for a 5g phone", "1", asked)
    assert "Phone Cover" in told
    assert "Duvet" not in told


@pytest.mark.parametrize("said", sampled(["ok buy both", "nataka zote mbili", "i'll take both of them"], quick=1))
def test_both_of_two_are_bought(shop: Say, said: str) -> None:
    told = shop("show me perfumes", said)
    assert "Savanna Cologne" in told
    assert "Oud Malaika" in told


def test_both_of_many_are_not_guessed(shop: Say) -> None:
    assert "In your cart" not in shop("running shoes size 42", "buy both")


@pytest.mark.parametrize("asked", ["till number?", "na paybill namba?", "paybill"])
def test_the_till_is_asked_for_before_anything_is_bought(shop: Say, asked: str) -> None:
    for told in (shop(asked), shop("show me perfumes", asked)):
        assert "M-Pesa" in told
        assert "Sources" not in told


def test_a_bag_of_another_weight_is_no_number_of_bags(shop: Say) -> None:
    told = shop("2kg rice, 1kg sugar and cooking oil 3 litres", "make the rice 5 kg")
    assert "1 \u00d7 *Pishori Rice Mwea* (5 kg)" in told
    assert "1 \u00d7 *Brown Cane Sugar* (1 kg)" in told


@pytest.mark.parametrize(
    ("said", "noted"),
    sampled(
        [
            ("send to her directly, her number is 0722345678, she is in Westlands", ("+254722345678", "To: Westlands")),
            ("deliver to Kahawa West, phone 0722345678", ("+254722345678", "To: Kahawa West")),
            ("mpelekee mama yangu Nakuru, namba yake ni 0722345678", ("mama yangu +254722345678", "Nakuru")),
            ("naishi South B", ("South B",)),
            ("its for my brother John in Thika 0711222333", ("my brother John +254711222333", "Thika")),
        ],
        quick=2,
    ),
)
def test_who_and_where_may_be_told_in_clauses(shop: Say, said: str, noted: tuple[str, ...]) -> None:
    told = shop("windproof umbrella", "2 please", said)
    for part in noted:
        assert part in told


def test_to_buy_it_for_somebody_is_to_buy(shop: Say) -> None:
    assert "colour" in shop("windproof umbrella", "buy it for my sister").casefold()


@pytest.mark.parametrize("said", sampled(["ill have that one please", "nipe hiyo", "ok i'll take this one"], quick=1))
def test_that_one_is_the_form_that_was_asked_about(shop: Say, said: str) -> None:
    told = shop("i need a frying pan", "whats the price of the 24cm", said)
    assert "24 cm" in told
    assert "20 cm" not in told


@pytest.mark.parametrize("asked", ["nipe bei ya carpet kubwa", "give me the price of the big carpet"])
def test_who_wants_the_price_buys_nothing(shop: Say, asked: str) -> None:
    told = shop(asked)
    assert "7,900" in told
    assert "Jumla" not in told
    assert "Total" not in told


def test_thousands_of_a_measure_are_no_money(shop: Say) -> None:
    for asked in ("ya 20k mAh ni ngapi", "how much is the 20000 mah"):
        assert "2,950" in shop("power bank", "1", asked), asked


def test_what_it_will_not_do_describes_a_thing(shop: Say) -> None:
    assert "Windproof Umbrella" in shop("hi, any umbrellas that wont break in wind")


LIST = "running shoes size 42 under 4000"


@pytest.mark.parametrize(
    "said", ["nipe mbili za ya pili, nyeusi", "give me two of the second in black", "ok, 2 of the second in black"]
)
def test_so_many_of_one_of_the_list_are_bought(shop: Say, said: str) -> None:
    told = shop(LIST, said)
    assert "Mtaa Runner Knit" in told
    assert "black" in told
    assert any(goes_on in told for goes_on in ("Total", "Jumla", "How many"))


@pytest.mark.parametrize(
    "asked",
    ["how much are 2 of the first?", "bei ya mbili za ya pili ni ngapi", "do you have two of the second in 42?"],
)
def test_a_question_about_so_many_of_one_buys_nothing(shop: Say, asked: str) -> None:
    told = shop(LIST, asked)
    assert not any(bought in told for bought in ("Total", "Jumla", "Which colour", "rangi gani"))
