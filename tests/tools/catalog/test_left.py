"""Of what is sold out in the form that was looked for it is told in which it is not."""

from collections.abc import Callable

import pytest

from tenants.models import Tenant
from tests.talk import Talk


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("any pink school bags?", "sold out; still there: blue, red"),
        ("school shoes for boys, leather lace up, size 34", "sold out; still there: 33, 35, 36"),
        ("do u hav gumboots size 44 black", "sold out; still there: 44 green; black 43, 42, 41, 40, 38"),
        ("marathon cushion nyeusi 42 iko?", "imeisha; bado zipo: black 43, 45; 42 orange"),
        ("Kuna sidiria 38C nyeusi?", "imeisha; bado zipo: 38C beige; black 36B, 34B"),
        ("hair dryer ya pink ipo", "sold out; still there: black"),
    ],
)
def test_a_sold_out_form_is_told_with_those_that_are_there(
    duka: Tenant, talk: Callable[..., Talk], words: str, told: str
) -> None:
    assert told in "\n".join(talk(duka).say(words))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("do u hav a yoga mat in pink", "*Yoga Mat 8 mm* does not come in pink, but in purple, green, black:"),
        ("blender ya kijani ipo?", "*Two-Speed Blender with Mill* haipo kwa rangi ya kijani, ila kwa white, black:"),
    ],
)
def test_a_form_that_there_is_not_is_denied_in_one_sentence(
    duka: Tenant, talk: Callable[..., Talk], words: str, told: str
) -> None:
    said = "\n".join(talk(duka).say(words))
    assert told in said
    assert "exactly so" not in said
    assert "\n2. " not in said
