"""Stories with the answers that a strong model gave, replayed over HTTP: what was met then is met still."""

from pathlib import Path
from random import Random

import pytest

from conversations.simulator.stories import session, story, table
from conversations.simulator.stories.story import Story
from tests.depth import sampled

RECORDED = story.load(Path(__file__).parent.parent / "recorded")


@pytest.mark.parametrize("told", sampled(RECORDED, quick=2), ids=lambda told: told.name)
def test_what_a_strong_model_met_is_met_still(told: Story) -> None:
    (run,) = session.tell_all([told], against="recorded", random=Random(told.name))
    assert run.holds, table.failures([run])
