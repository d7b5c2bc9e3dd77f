"""The tenant that is known at the public addresses, with nothing running beside the requests."""

from collections.abc import Callable
from typing import Any

import pytest

from conversations.channels.web import views
from conversations.simulator.money import courier
from conversations.simulator.peer.messages import delivery
from tenants.models import Tenant
from tests.fuzz import known
from tools.payments import tasks


@pytest.fixture
def known_tenant(committed_db: None, make_tenant: Callable[..., Tenant], monkeypatch: pytest.MonkeyPatch) -> Tenant:
    """A demo tenant with money under way; neither couriers nor tasks are set going."""
    nothing: Callable[..., Any] = lambda *args, **kwargs: None  # noqa: E731
    for module, name in ((delivery, "begin"), (courier, "begin"), (tasks, "ask_soon")):
        monkeypatch.setattr(module, name, nothing)
    for name, value in (("WAIT_SECONDS", 0), ("SAYS_A_MINUTE", 10**6), ("READS_A_MINUTE", 10**6)):
        monkeypatch.setattr(views, name, value)
    tenant = make_tenant("duka")
    known.settle_in(tenant)
    return tenant
