"""What customers say in several words in the words of documents: "call it off" is to cancel."""

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

ANY: Final = "*"
MOST_BETWEEN: Final = 3
"""Words of any kind that an ANY stands for, none as well."""
APOSTROPHES: Final = "'\u2019"
_WORD = re.compile(rf"[^\W_]+(?:[{APOSTROPHES}][^\W_]+)*")


class Phrase(NamedTuple):
    """The words that may stand at each place, none where any may; and what documents say for all of it."""

    places: tuple[tuple[tuple[str, ...], ...], ...]
    written: str
    is_instead: bool


def in_documents(question: str) -> str:
    """The folded question with such phrases in the words of documents, or with those words behind it."""
    found = list(_WORD.finditer(question))
    said = [re.sub(f"[{APOSTROPHES}]", "", match[0]) for match in found]
    cuts, added = list[tuple[int, int]](), dict[str, None]()
    for start, end, phrase in _phrases_in(said):
        added[phrase.written] = None
        if phrase.is_instead:
            cuts.append((found[start].start(), found[end - 1].end()))
    if not added:
        return question
    for begin, finish in sorted(cuts, reverse=True):
        question = question[:begin] + " " * (finish - begin) + question[finish:]
    return f"{question.rstrip(' ?!.,')} {' '.join(added)}"


def stands_for_another(question: str) -> bool:
    """Whether a phrase stands there in whose place documents say something else, so that it names no goods itself:
    the room of "get into our room"."""
    said = [re.sub(f"[{APOSTROPHES}]", "", match[0]) for match in _WORD.finditer(question)]
    return any(phrase.is_instead for _, _, phrase in _phrases_in(said))


def _phrases_in(said: Sequence[str]) -> Iterator[tuple[int, int, Phrase]]:
    known = _phrases()
    for start, word in enumerate(said):
        for phrase in known.get(word, ()):
            if end := _end_of(phrase.places, said, start):
                yield start, end, phrase


def _end_of(places: Sequence[Sequence[tuple[str, ...]]], said: Sequence[str], at: int) -> int:
    """Where the phrase ends that begins here; 0 where it does not stand here."""
    if not places:
        return at
    here, *rest = places
    if not here:
        ends = (_end_of(rest, said, at + skipped) for skipped in range(MOST_BETWEEN + 1))
    else:
        ends = (_end_of(rest, said, at + len(each)) for each in here if tuple(said[at : at + len(each)]) == each)
    return next((end for end in ends if end), 0)


@lru_cache(maxsize=1)
def _phrases() -> Mapping[str, Sequence[Phrase]]:
    """Each by the words that it may begin with."""
    known = defaultdict[str, list[Phrase]](list)
    for table, written in tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")).items():
        for words, listed in written.items():
            for phrase in (Phrase(_places(each), words, table == "instead") for each in listed):
                for first in dict.fromkeys(way[0] for way in phrase.places[0]):
                    known[first].append(phrase)
    return known


def _places(phrase: str) -> tuple[tuple[tuple[str, ...], ...], ...]:
    return tuple(
        () if each == ANY else tuple(tuple(way.split("_")) for way in each.split("|")) for each in phrase.split()
    )
