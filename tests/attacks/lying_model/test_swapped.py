"""Hardly anything that the demo businesses sell and write is believed of another thing, or refused of its own."""

from collections.abc import Callable, Iterator

import pytest

from journeys.check import objections
from tests.attacks.lying_model import contexts, swapped
from tests.attacks.lying_model.swapped import Said
from tests.depth import sampled

# The shares that arrive still: the colours of a light that all mean a signal, an airtime of "50 bob" whose price is
# another, sentences of few words; and those that are refused: English cells in a Swahili sentence.
ARRIVED = {"forms": 0.02, "shelf": 0.01, "rows": 0.04, "pairs": 0.01, "turned": 0.08, "described": 0.05}
REFUSED = {"forms": 0.01, "shelf": 0.01, "rows": 0.06, "pairs": 0.01, "turned": 0.02, "described": 0.01}
FEWEST = 100


@pytest.mark.parametrize("kind", sampled(swapped.KINDS, quick=1), ids=lambda kind: kind.__name__)
def test_a_value_is_told_of_its_own_thing_alone(kind: Callable[[], Iterator[Said]]) -> None:
    found = swapped.judged(kind())
    assert min(found.lies, found.truths) > FEWEST
    assert len(found.arrived) <= ARRIVED[kind.__name__] * found.lies, found.arrived
    assert len(found.refused) <= REFUSED[kind.__name__] * found.truths, found.refused


def test_a_name_excuses_no_claim_beside_it() -> None:
    title = "Kids' Tracksuit Champion"
    told = contexts.of(contexts.item("duka", title), words=("what does it cost",))
    assert not objections(f"The {title} costs KES 1,600.", told, language="en")
    assert objections(f"The {title} costs KES 1,600, and every champion wears it.", told, language="en")


def test_after_a_comma_another_item_is_named_by_a_word_of_its_own() -> None:
    found = contexts.search("mtandao", ["Fibre Turbo 100 Mbps", "Fibre Biashara 200 Mbps"], 2)
    told = contexts.of(found, words=("which fibre is there",), tenant="mtandao")
    assert not objections("Beside the Fibre Turbo 100 Mbps, the 200 Mbps one is KES 14,900.", told, language="en")
    assert objections("Fibre Turbo 100 Mbps: the price is KES 14,900.", told, language="en")
