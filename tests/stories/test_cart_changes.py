"""What customers change about what they are buying: several forms of one thing, a thing that is not in the cart."""

import pytest

from tests.depth import sampled
from tests.stories.conftest import Say

KETTLE = "2 \u00d7 *Electric Kettle Cordless* (red)"


@pytest.mark.parametrize(
    "said",
    sampled(
        [
            "make it 2 red and 1 silver", "actually i meant 2 red 1 silver", "fanya nyekundu mbili na silver moja",
            "hapana nilimaanisha red 2 na silver 1", "change to one silver and two red",
        ],
        quick=3,
    ),
)  # fmt: skip
def test_several_forms_take_the_place_of_one(shop: Say, said: str) -> None:
    told = shop("electric kettle cordless", "nataka moja red", said)
    assert KETTLE in told
    assert "1 \u00d7 *Electric Kettle Cordless* (silver)" in told
    assert "KES 5,070" in told


@pytest.mark.parametrize(
    "said", sampled(["2 red and 1 silver", "nyekundu mbili silver moja", "naomba 2 red 1 silver"], quick=1)
)
def test_several_forms_of_what_is_open_are_taken_at_once(shop: Say, said: str) -> None:
    assert KETTLE in shop("electric kettle cordless", "1", said)


def test_what_one_part_tells_holds_for_all_of_them(shop: Say) -> None:
    for said in ("size L, 2 black 1 red", "2 black and 1 red, all size L"):
        told = shop("plain crew t-shirt", "1", said)
        assert "2 \u00d7 *Plain Crew T-Shirt* (L, black)" in told, said
        assert "1 \u00d7 *Plain Crew T-Shirt* (L, red)" in told, said


def test_a_form_that_is_not_to_be_had_changes_nothing(shop: Say) -> None:
    told = shop("two-burner gas cooker", "1", "nataka moja", "make it 1 black and 1 silver")
    assert "sold out" in told or "imeisha" in told
    assert "stays in your cart" in told or "inabaki" in told


@pytest.mark.parametrize("said", ["remove the silver one", "toa ile ya silver"])
def test_a_line_is_known_by_its_colour(shop: Say, said: str) -> None:
    told = shop("electric kettle cordless", "1", "2 red and 1 silver", said)
    assert KETTLE in told
    assert "Total: *KES 3,380*" in told or "Jumla: *KES 3,380*" in told


@pytest.mark.parametrize("said", ["remove the sugar", "toa sukari", "take out the umbrella"])
def test_what_is_not_in_the_cart_is_not_taken_out_of_it(shop: Say, said: str) -> None:
    told = shop("buy one wall clock wooden", said)
    assert "There is no" in told or "Hakuna" in told
    assert "1 \u00d7 *Wall Clock Wooden*" in told


@pytest.mark.parametrize(
    "asked",
    sampled(
        [
            "is that the total with delivery?", "so what will be my total", "hiyo ndio jumla ya oda yangu",
            "jumla pamoja na usafiri ni ngapi", "how much does everything come to in total",
        ],
        quick=2,
    ),
)  # fmt: skip
def test_the_total_is_told_however_it_is_asked_for(shop: Say, asked: str) -> None:
    assert "*KES 1,250*" in shop("buy one wall clock wooden", asked)


@pytest.mark.parametrize(
    "said",
    sampled(
        [
            "hi, i want to do some shopping. 2kg rice, 1kg sugar and cooking oil 3 litres",
            "habari. nataka kununua vitu za nyumba. mchele 2kg, 1kg sukari na mafuta ya kupika lita 3",
            "2kg rice, sugar 1kg and 3 litres of cooking oil",
        ],
        quick=1,
    ),
)
def test_a_shopping_list_is_no_question_however_it_is_begun(shop: Say, said: str) -> None:
    told = shop(said)
    for line in ("*Pishori Rice Mwea* (2 kg)", "*Brown Cane Sugar* (1 kg)", "*Sunflower Cooking Oil* (3 L)"):
        assert line in told
    assert "T-" not in told


def test_what_is_on_the_list_is_no_change_of_the_cart(shop: Say) -> None:
    told = shop("buy one wall clock wooden", "na sweta ya shule kijani saizi 28", "badilisha sweta iwe namba 30")
    assert "haipatikani" not in told.casefold()
    assert "School Sweater" in told


BAG_AND_LESO = "nataka twiga school bag blue moja na kanga mbili"


@pytest.mark.parametrize(
    ("changed", "answer", "told"),
    [
        ("badilisha, kanga iwe moja tu", "red", "1 \u00d7 *Coast Leso Pair with Proverb* (red)"),
        ("and a red umbrella please", "black", "2 \u00d7 *Coast Leso Pair with Proverb* (black)"),
        ("na mwavuli mwekundu pia", "black", "1 \u00d7 *Windproof Umbrella* (red)"),
    ],
)
def test_what_waits_for_its_form_is_kept_and_may_be_changed(shop: Say, changed: str, answer: str, told: str) -> None:
    said = shop(BAG_AND_LESO, changed, answer)
    assert told in said
    assert "1 \u00d7 *School Bag Twiga* (blue)" in said


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ((BAG_AND_LESO, "toa kanga, nataka tu bag", "jumla"), "Jumla: *KES 1,450*"),
        (("I'll take an electric kettle", "remove the kettle"), "leave that one"),
        (("I want an electric kettle and a school bag twiga blue", "remove the kettle, just the bag"), "is out"),
    ],
)
def test_what_waits_for_its_form_may_be_left_out_after_all(shop: Say, said: tuple[str, ...], left: str) -> None:
    told = shop(*said)
    assert left in told
    assert "Which colour" not in told
    assert "Ungependa rangi" not in told


def test_a_form_answers_what_was_asked_last_and_no_other_thing(shop: Say) -> None:
    said = shop(BAG_AND_LESO, "and an umbrella please", "red", "black")
    assert "1 \u00d7 *Windproof Umbrella* (red)" in said
    assert "2 \u00d7 *Coast Leso Pair with Proverb* (black)" in said


@pytest.mark.parametrize("said", ["and running shoes", "what about a wall clock?", "do you have a wall clock too"])
def test_what_is_only_looked_for_beside_a_cart_is_not_put_in(shop: Say, said: str) -> None:
    assert "In your cart" not in shop("nataka twiga school bag blue moja", said)


@pytest.mark.parametrize("said", ["and wall clock", "wall clock too", "na saa ya ukutani pia"])
def test_one_more_thing_is_put_in(shop: Say, said: str) -> None:
    assert "1 \u00d7 *Wall Clock Wooden*" in shop("nataka twiga school bag blue moja", said, "total?")


@pytest.mark.parametrize("said", ["nalipa", "ready to pay", "niko tayari kulipa"])
def test_who_will_pay_is_asked_how(shop: Say, said: str) -> None:
    assert "Paybill" in shop("nataka twiga school bag blue moja", said)
