"""Of what is sold out in the form that was looked for it is told in which it is not."""

from collections.abc import Callable

import pytest

from tenants.models import Tenant
from tests.talk import Talk


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("any pink school bags?", "sold out; still there: blue, red"),
        ("school shoes for boys, leather lace up, size 34", "sold out; still there: 3"),
    ],
)
def test_a_sold_out_form_is_told_with_those_that_are_there(
    duka: Tenant, talk: Callable[..., Talk], words: str, told: str
) -> None:
    assert told in "\n".join(talk(duka).say(words))
