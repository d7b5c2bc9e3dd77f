"""What customers say in passing while they buy: a colour that tells the line, a way to end, what is done with it."""

import pytest

from tests.depth import sampled
from tests.stories.conftest import Say


@pytest.mark.parametrize(
    "said", sampled(["oh samahani, nyekundu ziwe tatu", "make the red ones 3", "sorry, change the red to 3"], quick=2)
)
def test_a_colour_tells_which_line_becomes_more(shop: Say, said: str) -> None:
    told = shop("coast leso pair", "2 red and 1 yellow", said)
    assert "3 \u00d7 *Coast Leso Pair with Proverb* (red)" in told
    assert "1 \u00d7 *Coast Leso Pair with Proverb* (yellow)" in told


def test_the_one_in_sight_by_its_colour_and_another_thing(shop: Say) -> None:
    for said in ("the pink one, and a flash disk", "ile ya pink na flash disk moja"):
        told = shop("do you have a wireless mouse", said)
        assert "*Wireless Mouse* (pink)" in told, said
        assert "Flash Disk" in told, said


@pytest.mark.parametrize("asked", sampled(["can someone install it at home", "can you fix it on the wall"], quick=1))
def test_what_is_done_with_it_is_asked_of_what_is_open(shop: Say, asked: str) -> None:
    told = shop("43 inch tv", "1", asked)
    assert "Boot" not in told
    assert "43-Inch" in told or "Shall I pass it on" in told


@pytest.mark.parametrize("said", ["actually drop the belt", "toa mshipi"])
def test_nothing_is_taken_out_of_an_empty_cart(shop: Say, said: str) -> None:
    told = shop("leather belt", said)
    assert "empty" in told or "hakina kitu" in told


@pytest.mark.parametrize("said", sampled(["malizia order", "finish my order", "confirm", "namaliza oda"], quick=2))
def test_a_purchase_is_ended_in_many_words(shop: Say, said: str) -> None:
    told = shop("buy one wall clock wooden", said)
    assert "Total: *KES 1,250*" in told or "Jumla: *KES 1,250*" in told


def test_on_whose_name_it_goes_is_no_place(shop: Say) -> None:
    for said in ("ok tuma kwa jina la Brian Mutua", "weka jina ni Brian Mutua"):
        told = shop("buy one wall clock wooden", said)
        assert "Brian Mutua" in told, said
        assert "jina la Brian" not in told, said


@pytest.mark.parametrize("asked", ["rangi zipi zipo", "rangi gani ziko", "which colours"])
def test_which_colours_there_are_is_told_of_the_one_in_sight(shop: Say, asked: str) -> None:
    assert "red, yellow, black" in shop("coast leso pair", asked)


def test_one_of_the_list_is_known_by_what_it_means(shop: Say) -> None:
    told = shop("nahitaji sufuria za kupikia", "ile ya presha inapatikana kwa ukubwa gani")
    assert "7 L, 11 L" in told
    assert "Casserole" not in told


@pytest.mark.parametrize("asked", ["naomba orodha ya bidhaa zenu", "show me everything you sell"])
def test_all_there_is_may_be_asked_for(shop: Say, asked: str) -> None:
    told = shop(asked)
    assert "KES" in told or "Shoes" in told
    assert "Warranty" not in told


@pytest.mark.parametrize(
    ("asked", "found"),
    sampled(
        [
            ("which backpacks can carry a laptop", "Laptop Backpack"),
            ("sabuni ya kufua nguo kilo moja bei", "Washing"),
            ("my sister just had a baby boy what can i get her", "KES"),
        ],
        quick=2,
    ),
)  # fmt: skip
def test_goods_are_shown_for_what_they_are_to_do(shop: Say, asked: str, found: str) -> None:
    assert found in shop(asked)


def test_names_of_goods_are_no_foreign_language(shop: Say) -> None:
    assert "I read and write" not in shop("add diapers small")


@pytest.mark.parametrize(
    "said", sampled(["na sweta ya shule kijani saizi 28", "and a green school sweater size 28"], quick=1)
)
def test_what_is_named_with_its_form_beside_a_cart_is_added(shop: Say, said: str) -> None:
    told = shop("buy one wall clock wooden", said)
    assert "*School Sweater V-Neck* (28, green)" in told
    assert "*Wall Clock Wooden*" in told


def test_what_is_only_asked_about_is_not_added(shop: Say) -> None:
    assert "In your cart: 1 \u00d7 *School" not in shop(
        "buy one wall clock wooden", "and do you have school sweaters in 28?"
    )


def test_what_is_to_be_deleted_may_be_no_line(shop: Say) -> None:
    assert "in your cart" not in shop("buy one wall clock wooden", "delete my data")


def test_the_prices_of_two_things_are_told_of_both(shop: Say) -> None:
    told = shop("umbrella na kettle ya umeme bei")
    assert "780" in told
    assert "1,690" in told
