"""What several of those that were shown cost together, and what asks for something else though it says "both"."""

import pytest

from tests.stories.conftest import Say

KETTLE, SANDWICHES = "Electric Kettle Cordless", "Four-Slice Sandwich Maker"


@pytest.mark.parametrize(
    "then",
    ["how much for both", "so what will both of them come to", "zote mbili ni bei gani", "jumla ya zote mbili?"],
)  # fmt: skip
def test_both_of_two_that_were_found_one_after_the_other(shop: Say, then: str) -> None:
    said = shop("do you have a kettle", "and a toaster", then)
    assert KETTLE in said
    assert SANDWICHES in said
    assert "KES 4,640" in said


@pytest.mark.parametrize("then", ["zote tatu ni ngapi?", "how much for all three"])
def test_all_of_a_list(shop: Say, then: str) -> None:
    assert "KES 6,600" in shop("earbuds and headphones prices", then)


@pytest.mark.parametrize("then", ["how much are both?", "bei ya zote mbili?"])
def test_both_of_many_is_asked_back(shop: Say, then: str) -> None:
    said = shop("show me running shoes size 42", then)
    assert "Kitenge" not in said
    assert "Total" not in said


def test_both_after_a_long_list_and_one_thing_is_no_guess(shop: Say) -> None:
    said = shop("show me running shoes size 42", "do you have a kettle", "how much for both")
    assert "One of each" not in said


def test_both_of_three_are_told_without_a_sum(shop: Say) -> None:
    said = shop("earbuds and headphones prices", "how much are both")
    assert "Over-Ear Wireless Headphones" in said
    assert "6,600" not in said


@pytest.mark.parametrize("then", ["do both come with delivery to Kisumu", "do both have a warranty"])
def test_another_question_of_both_is_no_sum(shop: Say, then: str) -> None:
    assert "4,640" not in shop("do you have a kettle", "and a toaster", then)
