"""A part of a town as a table calls it that names only some of them: Umoja, of "The rest of Nairobi"."""

import re
from collections.abc import Sequence
from typing import Final

from journeys.check.terms import group_of
from journeys.check.units import Source
from knowledge.search.terms import glossary

_NAME: Final = re.compile(r"\b[A-Z][a-z]{2,}\b(?: \d{1,2}\b)?")
_REST: Final = re.compile(
    r"(?:the )?(?:rest|other (?:parts|areas)|remaining (?:parts|areas)) of (?P<town>[a-z]{3,20})\W*"
)


def as_rows_call_it(sentence: str, sources: Sequence[Source]) -> str:
    """The sentence with "the rest of Nairobi" in the place of each part of Nairobi that no row names by itself."""
    rest = {found["town"]: found.group() for key in _keys(sources) if (found := _REST.fullmatch(key))}
    named = frozenset(term for each in sources for unit in each.units for term in unit.key)

    def called(match: re.Match[str]) -> str:
        word = match.group().split()[0].casefold()
        town = next(iter(glossary.elsewhere(word)), "") if glossary.is_place(word) else ""
        is_named = not group_of(word).isdisjoint(named)
        return rest[town] if town in rest and not is_named else match.group()

    return _NAME.sub(called, sentence) if rest else sentence


def _keys(sources: Sequence[Source]) -> list[str]:
    """The first cells of all rows, folded."""
    return [unit.text.partition(" | ")[0].casefold() for each in sources for unit in each.units if unit.key]
