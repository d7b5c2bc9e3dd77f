"""Of a thing that a document has only one of, no other may be offered; that no other will do may be said."""

import pytest

from journeys.check.library.carried import uncarried
from journeys.check.library.units import source

ADAPTER = source(
    "The 12 volt adapter goes into the port marked POWER. Use only the adapter that came with the box.", "ONT"
)
ROUTER = source("The SIM works only in the 5G router and only at the address it was sold for.", "5G > Fair use")
SHOPS = source(
    "When you end your contract, bring the ONT back to any Mtandao shop within 14 days.", "ONT > Replacement"
)


@pytest.mark.parametrize("said", [
    "You can use any adapter.", "Any other adapter will do.", "Another adapter works.",
    "Unaweza kutumia adapta yoyote.",
])  # fmt: skip
def test_no_other_is_offered_in_its_place(said: str) -> None:
    assert any(uncarried(said, [ADAPTER]))


@pytest.mark.parametrize("said", [
    "Do not use any other adapter.", "Usitumie adapta nyingine yoyote.", "Never use another adapter.",
    "Use only the adapter that came with the box.", "Tumia adapta iliyokuja na kisanduku pekee.",
])  # fmt: skip
def test_that_no_other_will_do_may_be_said(said: str) -> None:
    assert not any(uncarried(said, [ADAPTER]))


def test_any_is_told_where_any_will_do() -> None:
    assert any(uncarried("The SIM works in any router.", [ROUTER]))
    assert not any(uncarried("Bring it back to any shop of ours within 14 days.", [SHOPS]))
