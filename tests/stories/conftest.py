"""Customers of the three demo businesses."""

from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from tests import demo
from tests.depth import thorough
from tests.talk import Talk

Say = Callable[..., str]
FOLDER: Final = Path(__file__).resolve().parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A table tells one thing in other words: where it does not say itself which cases are quick, its first is."""
    tables: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.path.parent == FOLDER:
            tables[item.nodeid.partition("[")[0]].append(item)
    for cases in tables.values():
        if not any(case.get_closest_marker(thorough.name) for case in cases):
            for case in cases[1:]:
                case.add_marker(thorough)


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
def shop(at: Callable[[str], Say]) -> Say:
    return at("duka")


@pytest.fixture
def resort(at: Callable[[str], Say]) -> Say:
    return at("oasis")


@pytest.fixture
def telecom(at: Callable[[str], Say]) -> Say:
    return at("mtandao")
