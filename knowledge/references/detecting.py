"""Finds every reference of a text by patterns, in English and German; a model's findings are put beside them."""

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Iterable, Sequence

from knowledge.references import documents, sections
from knowledge.references import names as names_of
from knowledge.references.names import KnownNames
from knowledge.references.reference import Reference

# Letters between a section and the work it is of: "(a) of the ".
_NEAR = 40
_NAMING = ("document", "document_mention")


def detect(text: str, *, document_title: str = "", names: KnownNames | None = None) -> tuple[Reference, ...]:
    """In the order of the text, none over another; time grows with the text and no faster.

    A document that speaks of itself by its title refers to nothing. With the `names` of a library's documents, each
    place that names one of them is found too.
    """
    own = names_of.plain(document_title)
    numbered = list(sections.detect(text))
    ends: dict[str, list[int]] = defaultdict(list)
    for one in sorted(numbered, key=lambda one: one.end):
        ends[names_of.plain(one.document_context or "")].append(one.end)
    named = [
        one
        for one in (*(names.detect(text) if names else ()), *documents.detect(text))
        if one.kind not in _NAMING or not (_is(own, one) or _belongs(one, ends))
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


def _is(own: str, one: Reference) -> bool:
    return names_of.plain(one.target) == own


def _belongs(one: Reference, ends: dict[str, list[int]]) -> bool:
    """Whether it only says of which work the section before it is."""
    before = ends.get(names_of.plain(one.target), [])
    at = bisect_left(before, one.start + 1)
    return at > 0 and one.start - before[at - 1] <= _NEAR


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
