"""What they tell of themselves beside a question, and what of it may be left out."""

import pytest

from journeys.understand.parts import asked_alone


@pytest.mark.parametrize("wanted", ["my budget is 5000, show me shoes", "my size is 42, do you have sneakers?"])
def test_what_they_tell_of_themselves_counts_before_a_comma_too(wanted: str) -> None:
    assert asked_alone(wanted) == wanted


def test_when_they_leave_only_tells_why_they_ask() -> None:
    assert asked_alone("my flight leaves at 10pm, can we check out late").strip() == "can we check out late"
