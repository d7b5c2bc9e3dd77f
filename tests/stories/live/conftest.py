"""The demo businesses, open for all tests of this folder."""

from collections.abc import Iterator

import pytest

from conversations.simulator.peer.messages import delivery
from tests.stories import businesses


@pytest.fixture(scope="package", autouse=True)
def open_businesses(django_db_setup: None, django_db_blocker: pytest.FixtureRequest) -> Iterator[None]:
    """Really committed: webhooks and callbacks come on other threads."""
    with django_db_blocker.unblock(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(delivery, "STEP_SECONDS", 0.0)
        businesses.open_all()
        yield
        businesses.close_all()
