"""Hardly anything that the demo businesses sell and write is believed of another thing, or refused of its own."""

from collections.abc import Callable, Iterator

import pytest

from tests.attacks.lying_model import swapped
from tests.attacks.lying_model.swapped import Said
from tests.depth import sampled

# The shares that arrive still: the colours of a light that all mean a signal, an airtime of "50 bob" whose price is
# another, sentences of few words; and those that are refused: English cells in a Swahili sentence.
ARRIVED = {"forms": 0.02, "shelf": 0.01, "rows": 0.04, "pairs": 0.01, "turned": 0.08, "described": 0.05}
REFUSED = {"forms": 0.01, "shelf": 0.01, "rows": 0.06, "pairs": 0.01, "turned": 0.02, "described": 0.01}
FEWEST = 100


@pytest.mark.parametrize("kind", sampled(swapped.KINDS, quick=2), ids=lambda kind: kind.__name__)
def test_a_value_is_told_of_its_own_thing_alone(kind: Callable[[], Iterator[Said]]) -> None:
    found = swapped.judged(kind())
    assert min(found.lies, found.truths) > FEWEST
    assert len(found.arrived) <= ARRIVED[kind.__name__] * found.lies, found.arrived
    assert len(found.refused) <= REFUSED[kind.__name__] * found.truths, found.refused
