"""A customer who asked for a person, and the person."""

from collections.abc import Callable

import pytest

from tenants.models import Tenant
from tests.conversations.desk.operator import Operator
from tests.talk import Talk


@pytest.fixture
def customer(talk: Callable[..., Talk], make_tenant: Callable[..., Tenant]) -> Talk:
    talk_to = talk(make_tenant(escalation_rules={"reply_within_minutes": 30}))
    talk_to.say("nataka kuongea na mtu", ProfileName="Asha Wanjiru")
    return talk_to


@pytest.fixture
def operator(customer: Talk) -> Operator:
    return Operator(customer)
