"""Figures of the customer's own beside a limit that is told; and beside each what is not so."""

from time import process_time

import pytest

from tests.attacks.lying_model.contexts import _library
from tests.journeys.check.test_plain_answers import is_sound

SLOW = "mtandao/library/08_slow_internet.md"
ASKED = (
    "I have Fibre Kasi and measured by cable at 20:30: Monday 55, Tuesday 61.5, yesterday 48 Mbps. Nilipima saa mbili "
    "usiku, matokeo ni 55, 61.5 na 48"
)


@pytest.mark.parametrize(
    ("text", "language", "is_true"),
    [
        ("Your 55, 61.5 and 48 Mbps are all below 70 Mbps of Fibre Kasi.", "en", True),
        ("Your results 55, 61.5 and 48 are all below the 70 Mbps of Fibre Kasi.", "en", True),
        ("Your results 55 and 48 are both below 70.", "en", True),
        ("Matokeo yako 55, 61.5 na 48 Mbps yote yako chini ya 70 Mbps ya Fibre Kasi.", "sw", True),
        ("Saa mbili usiku iko ndani ya busy hours, 19:00 hadi 23:00, na results zako 55, 61.5 na 48 zote ziko chini ya "
         "70 Mbps ya Fibre Kasi.", "sheng", True),
        ("Your 55, 61.5 and 48 Mbps are all below 28 Mbps of Fibre Kasi.", "en", False),
        ("Your 55, 61.5 and 48 Mbps are all above 70 Mbps of Fibre Kasi.", "en", False),
        ("Your 55, 61.5 and 48 Mbps are all above 28 Mbps of Fibre Kasi.", "en", False),
        ("Your 55, 71.5 and 48 Mbps are all below 70 Mbps of Fibre Kasi.", "en", False),
        ("Your 55, 61.5 and 48 Mbps are all below 90 Mbps.", "en", False),
        ("Your 55, 61.5 and 48 Mbps are all below 70 Mbps, so we pay you KES 500.", "en", False),
        ("Your 55, 61.5 and 48 Mbps are all below 70 Mbps for gold customers.", "en", False),
        ("Matokeo yako 55, 61.5 na 48 Mbps yote yako zaidi ya 70 Mbps ya Fibre Kasi.", "sw", False),
        ("Saa mbili usiku iko ndani ya busy hours, 21:00 hadi 23:00, na results zako 55, 61.5 na 48 zote ziko chini ya "
         "70 Mbps ya Fibre Kasi.", "sheng", False),
        ("Saa nane mchana iko ndani ya busy hours, 19:00 hadi 23:00, na results zako 55, 61.5 na 48 zote ziko chini ya "
         "70 Mbps ya Fibre Kasi.", "sheng", False),
    ],
)  # fmt: skip
def test_their_figures_are_on_the_side_that_is_said(text: str, language: str, *, is_true: bool) -> None:
    assert is_sound(text, _library(SLOW, words=ASKED), language) is is_true


def test_no_row_of_figures_costs_time() -> None:
    told = _library(SLOW, words=ASKED)
    started = process_time()
    is_sound(f"Your {'55, ' * 400}and 48 are all below 70.", told)
    is_sound(f"Your results {'and ' * 400}55 and 48 are both below 70.", told)
    assert process_time() - started < 2
