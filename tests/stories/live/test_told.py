"""Stories that the local mind serves as a whole, told over HTTP to the demo businesses."""

from random import Random

import pytest

from conversations.simulator.stories import session, table
from conversations.simulator.stories.story import Story
from tests.depth import sampled
from tests.stories import kept


@pytest.mark.parametrize("told", sampled(kept.list_kept(), quick=8), ids=lambda told: told.name)
def test_a_story_that_was_served_is_served_still(told: Story) -> None:
    (run,) = session.tell_all([told], against="local", random=Random())
    assert run.holds, table.failures([run])
