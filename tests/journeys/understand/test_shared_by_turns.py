"""What all turns share is made by one of them: a hundred that begin together would each take a third of a second."""

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from journeys import registry
from journeys.understand import node


def test_of_many_turns_at_once_one_makes_the_form(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Any] = []
    form = node.form

    def slow(*arguments: Any) -> Any:
        time.sleep(0.05)
        made.append(form(*arguments))
        return made[-1]

    monkeypatch.setattr(node, "form", slow)
    node._formed.cache_clear()
    with ThreadPoolExecutor(8) as turns:
        forms = list(turns.map(lambda _: node._form(registry.ALL), range(8)))
    assert len(made) == 1
    assert all(each is made[0] for each in forms)
