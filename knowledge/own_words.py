"""The words of the business that is spoken of: with them the lexicon knows goods that no list has."""

from collections.abc import Callable, Container, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import lru_cache, wraps
from typing import Any, Final, TypeVar

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class OwnWords:
    """As meanings and stems: what it calls its goods, and all that it writes, which is no slip."""

    goods: frozenset[str] = frozenset()
    spelled: Container[str] = frozenset()
    read: frozenset[str] = frozenset()
    """The words, as they were said, whose place on the shelves is known."""
    remembered: dict[Any, Any] | None = field(default_factory=dict, compare=False, repr=False)
    """What was read with these words, as long as they are in force; None remembers nothing."""


class _Anything:
    """Holds whatever is looked for."""

    def __contains__(self, word: object) -> bool:
        return True


AS_WRITTEN: Final = OwnWords(spelled=_Anything(), remembered=None)
"""Nothing is a slip: so are words read that a business writes on its own shelves."""
_own: ContextVar[OwnWords | None] = ContextVar("own_words", default=None)


@contextmanager
def speaking_of(own: OwnWords | None) -> Iterator[None]:
    """Within, these words mean the business's goods, though no list has them; None for the lists alone."""
    token = _own.set(own)
    try:
        yield
    finally:
        _own.reset(token)


def spoken_of() -> OwnWords | None:
    """The words in force; None where the lists alone count."""
    return _own.get()


def remembered(most: int) -> Callable[[Callable[..., Result]], Callable[..., Result]]:
    """Like `lru_cache`, for what may depend on the words in force: what one business means is told to no other."""

    def remembering(function: Callable[..., Result]) -> Callable[..., Result]:
        by_the_lists = lru_cache(maxsize=most)(function)

        @wraps(function)
        def call(*arguments: Any) -> Result:
            own = spoken_of()
            if own is None:
                return by_the_lists(*arguments)
            if own.remembered is None:
                return function(*arguments)
            key = function, arguments
            if key not in own.remembered:
                own.remembered[key] = function(*arguments)
            found: Result = own.remembered[key]
            return found

        return call

    return remembering
