"""All of this holds on both ways: by Django alone, and by the fast path before it."""

import pytest

from tests import fast_path


@pytest.fixture(autouse=True, params=["by Django", "by the fast path"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "by the fast path":
        fast_path.take(monkeypatch)
