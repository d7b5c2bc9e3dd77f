"""How far the tests go: the quick ones in `make test`, all in `make test-all`, the long ones further in `make soak`.

`thorough` marks a second, longer look: at a whole installation of its own whose parts quick tests call, or through all
pages, cases and wordings of which quick tests take some. `make test` leaves these out; a landing does not.
"""

import os
from collections.abc import Iterable
from typing import Any, Final

import pytest

IS_DEEP: Final = os.environ.get("TULIA_TEST_DEPTH") == "deep"
thorough: Final = pytest.mark.thorough
PARAM: Final = type(pytest.param())
"""What a case is that has a name or marks already."""


def rounds(short: int, *, deep: int) -> int:
    """How many examples, rounds or webhooks to try."""
    return deep if IS_DEEP else short


def sampled(cases: Iterable[Any], *, quick: int) -> list[Any]:
    """A long table for `parametrize`: so many of its cases, spread over it, are quick, and the others thorough."""
    listed = list(cases)
    every = -(-len(listed) // quick)
    return [case if at % every == 0 else _marked(case) for at, case in enumerate(listed)]


def _marked(case: Any) -> Any:
    if isinstance(case, PARAM):
        return pytest.param(*case.values, id=case.id, marks=(*case.marks, thorough))
    return pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=thorough)
