"""Adults and children of a party in the forms of what is had by the head, told by nothing but the customer's words."""

from decimal import Decimal
from types import SimpleNamespace
from typing import Any

import pytest

from journeys import state
from journeys.sales.buying import by_the_head
from journeys.state import TranscriptMessage
from tests.attacks.lying_model.contexts import item

ADULT, CHILD = "adult", "child 4-12"


@pytest.mark.parametrize(
    ("earlier", "text", "count", "told"),
    [
        (["we are 2 adults, a girl of 15 and a boy of 8"], "the lunch buffet for all 4 of us", 4, {ADULT: 3, CHILD: 1}),
        (["tuko watu wazima wawili na watoto wa miaka 5 na 9"], "weka buffet ya wanne", 4, {ADULT: 2, CHILD: 2}),
        ([], "lunch buffet for two please", 2, {ADULT: 2}),
        (["niaje"], "tuwekee lunch watu wawili", 2, {ADULT: 2}),
        (["my son is 7"], "3 lunch buffets", 3, {ADULT: 2, CHILD: 1}),
        (["we come with the kids"], "4 lunch buffets", 4, {}),
        (["we are 2 adults, a girl of 15 and a boy of 8"], "2 lunch buffets", 2, {}),
        (["2 adults and a boy of 3"], "lunch for 3", 3, {}),
        (["my son is 7"], "one lunch buffet", 1, {}),
        (["tuko wanne, watoto wa miaka 5 na 9"], "buffet nne", 4, {ADULT: 2, CHILD: 2}),
    ],
)
def test_each_takes_the_form_of_whom_they_named(
    earlier: list[str], text: str, count: int, told: dict[str, int]
) -> None:
    said = [TranscriptMessage(who="customer", text=each) for each in earlier]
    held = state.load(None, tenant_id="t", conversation_id="c", request_id="r").having(messages=said)
    context: Any = SimpleNamespace(text=text)
    found = by_the_head.lines(item("oasis", "Swahili Lunch Buffet"), "guest", {}, Decimal(count), held, context)
    assert {line.options[0].value: line.quantity for line in found} == told


def test_what_has_no_form_for_children_is_left_alone() -> None:
    held = state.load(None, tenant_id="t", conversation_id="c", request_id="r")
    context: Any = SimpleNamespace(text="two cottages")
    assert by_the_head.lines(item("oasis", "Family Cottage"), "board", {}, Decimal(2), held, context) == ()
