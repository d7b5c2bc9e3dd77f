"""Places as passages name them: a part of a town as a table calls it that names only some of them, such as Umoja, of
"The rest of Nairobi"; and those that are no item's name there."""

import re
from collections.abc import Collection, Container, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Final

from journeys.check.library.units import Source
from journeys.check.reading.clauses import expanded
from journeys.check.reading.facts import facts_in
from journeys.check.reading.terms import group_of
from knowledge.search.terms import glossary
from knowledge.text import words

_NAME: Final = re.compile(r"\b[A-Z][a-z]{2,}\b(?: \d{1,2}\b)?")
_REST: Final = re.compile(
    r"(?:the )?(?:rest|other (?:parts|areas)|remaining (?:parts|areas)) of (?P<town>[a-z]{3,20})\W*"
)

_FREE: Final = re.compile(r"\b(?:free|bure|cost nothing)\b")
_FREE_FROM: Final = re.compile(
    r"\bfree for orders (?:of|from|above|over) kes (?P<least>[\d,]{1,10})(?: (?:and|or) more)? (?:inside|within|in)"
    r" (?P<town>[a-z]{3,20})\b"
)


def as_rows_call_it(sentence: str, sources: Sequence[Source]) -> str:
    """The sentence with "the rest of Nairobi" in the place of each part of Nairobi that no row names by itself; with
    Nairobi where it speaks of all of that: "by van in Nairobi and Kiambu, so to Kasarani"."""
    rest = {found["town"]: found.group() for key in _keys(sources) if (found := _REST.fullmatch(key))}
    is_priced = any(fact.kind == "money" for fact in facts_in(sentence)[0])
    named = frozenset(term for each in sources for unit in each.units for term in unit.key)

    def called(match: re.Match[str]) -> str:
        word = match.group().split()[0].casefold()
        town = next(iter(glossary.elsewhere(word)), "") if glossary.is_place(word) else ""
        is_named = not group_of(word).isdisjoint(named)
        if town in rest and not is_named and is_priced and _names_all_of(town, sentence):
            return town.title()
        return rest[town] if town in rest and not is_named else match.group()

    return _NAME.sub(called, sentence) if rest else sentence


def _names_all_of(town: str, sentence: str) -> bool:
    """ "In Nairobi", and not "the rest of Nairobi" nor "Nairobi CBD"."""
    return re.search(rf"(?<!\bof ){town.title()}\b(?! (?:[A-Z]|town\b))", sentence) is not None


def as_free_lines_call_it(sentence: str, sources: Sequence[Source], amounts: Collection[Decimal]) -> str:
    """The sentence in the words of a line that gives something free from a sum on inside a town: the town in the place
    of its parts, and the sum in that of the customer's larger one. Empty where there is no such line."""
    if not _FREE.search(expanded(sentence)):
        return ""
    lines = (_FREE_FROM.search(expanded(unit.text)) for each in sources for unit in each.units)
    for found in filter(None, lines):
        town, least = found["town"], Decimal(found["least"].replace(",", ""))
        if max(amounts, default=Decimal(0)) < least:
            continue
        said = sentence
        for name in _NAME.findall(sentence):
            said = said.replace(name, town.title()) if _is_part(name, town) else said
        for fact in facts_in(said)[0]:
            if fact.kind in ("money", "number") and any(Decimal(each) in amounts for each in fact.readings):
                said = said.replace(fact.text, f"KES {found['least']} and more", 1)
        return said
    return ""


def places_told(sources: Sequence[Source], titles: Container[str]) -> frozenset[str]:
    """The places that a passage names, not those of an item's own lines: Kilimani is where it is brought to, and not
    the boot that is called so."""
    texts = (unit.text for each in sources if each.heading not in titles for unit in each.units)
    return frozenset(word for text in texts for word in words(text) if glossary.is_place(word))


def without_places(sources: Sequence[Source], titles: Container[str], places: Collection[str]) -> tuple[Source, ...]:
    """The sources, of items the lines without these places: none says what holds there."""
    gone = frozenset(term for place in places for term in group_of(place))
    return tuple(_without(each, gone) if gone and each.heading in titles else each for each in sources)


def _without(source: Source, gone: frozenset[str]) -> Source:
    units = (replace(unit, terms=unit.terms - gone, shared=unit.shared - gone) for unit in source.units)
    return replace(source, units=tuple(units))


def _is_part(name: str, town: str) -> bool:
    word = name.split()[0].casefold()
    return glossary.is_place(word) and town in glossary.elsewhere(word)


def _keys(sources: Sequence[Source]) -> list[str]:
    """The first cells of all rows, folded."""
    return [unit.text.partition(" | ")[0].casefold() for each in sources for unit in each.units if unit.key]
