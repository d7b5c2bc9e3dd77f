"""A sweeper that looks often."""

from collections.abc import Iterator

import pytest

from conversations.sweep import Sweeper, sweeper


@pytest.fixture
def sweeping(monkeypatch: pytest.MonkeyPatch) -> Iterator[Sweeper]:
    monkeypatch.setattr(sweeper, "EVERY_SECONDS", 0.02)
    monkeypatch.setattr(sweeper, "QUIET_SECONDS", 0.02)
    sweeping = Sweeper()
    yield sweeping
    sweeping.stop()
    sweeping.join()
