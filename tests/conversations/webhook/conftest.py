"""All of this holds on both ways: by Django alone, which stories are told by too, and by the fast path before it."""

import pytest

from tests import fast_path
from tests.depth import thorough


@pytest.fixture(autouse=True, params=[pytest.param("by Django", marks=thorough), "by the fast path"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "by the fast path":
        fast_path.take(monkeypatch)
