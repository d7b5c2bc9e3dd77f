"""The words of the business that is spoken of: with them the lexicon knows goods that no list has."""

from collections.abc import Container, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class OwnWords:
    """As meanings and stems: what it calls its goods, and all that it writes, which is no slip."""

    goods: frozenset[str] = frozenset()
    spelled: Container[str] = frozenset()


class _Anything:
    """Holds whatever is looked for."""

    def __contains__(self, word: object) -> bool:
        return True


AS_WRITTEN: Final = OwnWords(spelled=_Anything())
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
