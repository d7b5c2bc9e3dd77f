"""Finds every reference of a text by patterns, in English and German; a model's findings are put beside them."""

import re
from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from knowledge.references import documents, sections
from knowledge.references import names as names_of
from knowledge.references.names import KnownNames
from knowledge.references.reference import Reference

# Letters between a section and the work it is of: "(a) of the ".
_NEAR = 40
_NAMING = ("document", "document_mention")
# Between a document's name and a section of it: "the House Rules (section 3)", "as the House Rules say in section 3".
_THEN_SECTION = re.compile(
    r"\s?[,:(]?\s?\(?|(?:\s(?:says?|names?|lists?|states?|provides?|sets? out|describes?|nennt|regelt|bestimmt"
    r"|inasema|inaeleza|inataja))?\s(?:in|under|unter|im|katika)\s"
)
_THEN_WORK = re.compile(
    r",?\s(?:of|in|to|der|des|im|zur|ya|la|cha|katika)\s(?:the\s|our\s|dem\s|der\s)?[\"\u201c\u201e]?"
)
_OF_THIS = re.compile(r"(?i:,?\s(?:of\sthis|of\sthe\ssame|hereof|dieses|dieser))(?!\w)")


def detect(text: str, *, document_title: str = "", names: KnownNames | None = None) -> tuple[Reference, ...]:
    """In the order of the text, none over another; time grows with the text and no faster.

    A document that speaks of itself by its title refers to nothing. With the `names` of a library's documents, each
    place that names one of them is found too.
    """
    own = names_of.plain(document_title)
    by_form = list(documents.detect(text))
    by_name = list(names.detect(text)) if names else []
    sure = [one for one in by_form if names and one.kind in _NAMING and names.find(one.target)[1] == "exact"]
    numbered = list(_of_works(text, list(sections.detect(text)), [*sure, *by_name]))
    places: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for one in sorted(numbered, key=lambda one: one.start):
        places[names_of.plain(one.document_context or "")].append((one.start, one.end))
    named = [
        one
        for one in (*by_name, *by_form)
        if one.kind not in _NAMING or not (names_of.plain(one.target) == own or _belongs(one, places))
    ]
    return tuple(sorted(_apart([*numbered, *named]), key=lambda one: one.start))


def merge(regex_found: Sequence[Reference], model_found: Sequence[Reference]) -> tuple[Reference, ...]:
    """The hybrid: what patterns found, then what a model found beside it, each type:target once.

    A model's finding that overlaps a pattern's, or is a part of one's text, is that finding.
    """
    known = {one.key for one in regex_found}
    texts = [one.original_text.casefold() for one in regex_found]
    kept = list(regex_found)
    for one in model_found:
        said = one.original_text.casefold()
        is_known = one.key in known or any(said in text or text in said for text in texts)
        if is_known or any(_overlap(one, other) for other in regex_found):
            continue
        known.add(one.key)
        kept.append(one)
    return tuple(kept)


def _of_works(text: str, numbered: Sequence[Reference], mentions: Sequence[Reference]) -> Iterator[Reference]:
    """The sections, each with the document of the library that is named right before or after it."""
    after = {one.start: one for one in mentions}
    begins, ends = sorted(after), sorted((one.end, one.target) for one in mentions)
    for one in numbered:
        if one.document_context or _OF_THIS.match(text, one.end):
            yield one
            continue
        at = bisect_left(begins, one.end)
        follows = begins[at] if at < len(begins) and begins[at] - one.end <= _NEAR else None
        if follows is not None and _THEN_WORK.fullmatch(text, one.end, follows):
            yield replace(one, document_context=after[follows].target)
            continue
        at = bisect_left(ends, (one.start + 1, ""))
        end, target = ends[at - 1] if at else (-1, "")
        is_of_it = at and one.start - end <= _NEAR and _THEN_SECTION.fullmatch(text, end, one.start)
        yield replace(one, document_context=target) if is_of_it else one


def _belongs(one: Reference, places: dict[str, list[tuple[int, int]]]) -> bool:
    """Whether it only says of which work the section before or after it is."""
    there = places.get(names_of.plain(one.target), [])
    at = bisect_left(there, (one.start, one.start))
    is_before = at > 0 and 0 <= one.start - there[at - 1][1] <= _NEAR
    return is_before or (at < len(there) and 0 <= there[at][0] - one.end <= _NEAR)


def _apart(found: Iterable[Reference]) -> Iterable[Reference]:
    """What comes first holds its place."""
    taken: list[tuple[int, int]] = []
    for one in found:
        at = bisect_left(taken, (one.start, one.end))
        ends_before = at == 0 or taken[at - 1][1] <= one.start
        if ends_before and (at == len(taken) or one.end <= taken[at][0]):
            insort(taken, (one.start, one.end))
            yield one


def _overlap(one: Reference, other: Reference) -> bool:
    return one.start < other.end and other.start < one.end
