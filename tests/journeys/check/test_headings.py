"""The name of a section may be told as it stands, and carries nothing else."""

import pytest

from journeys.check.library.carried import uncarried
from journeys.check.library.units import source


@pytest.mark.parametrize(("said", "is_carried"), [
    ("Section 4: Equipment that does not come back", True),
    ("Section 5: Equipment that does not come back", False),
    ("Equipment that does come back", False),
])  # fmt: skip
def test_the_name_of_a_section_may_be_said_as_it_stands(said: str, is_carried: bool) -> None:
    section = source("Router | KES 4,800", "Schedule of fees > Section 4: Equipment that does not come back")
    assert is_carried is not any(uncarried(said, [section]))


@pytest.mark.parametrize("said", ["Smoking allowed.", "Smoking is allowed."])
def test_the_name_of_a_section_that_asks_states_nothing(said: str) -> None:
    section = source("Only on balconies and at Machweo Bar. All rooms are smoke-free.", "FAQ > Is smoking allowed?")
    assert any(uncarried(said, [section]))
