"""Customers of the three demo businesses."""

from collections.abc import Callable

import pytest

from tests import demo
from tests.talk import Talk

Say = Callable[..., str]


@pytest.fixture
def at(db: None, talk: Callable[..., Talk]) -> Callable[[str], Say]:
    """At a business: what somebody new says message by message, and the reply to the last."""

    def business(slug: str) -> Say:
        tenant = demo.put(slug, with_library=True)

        def said(*texts: str) -> str:
            customer = talk(tenant)
            return ["\n".join(customer.say(text)) for text in texts][-1]

        return said

    return business


@pytest.fixture
@demo.begins_with("duka", with_library=True)
def shop(at: Callable[[str], Say]) -> Say:
    return at("duka")


@pytest.fixture
@demo.begins_with("oasis", with_library=True)
def resort(at: Callable[[str], Say]) -> Say:
    return at("oasis")


@pytest.fixture
@demo.begins_with("mtandao", with_library=True)
def telecom(at: Callable[[str], Say]) -> Say:
    return at("mtandao")
