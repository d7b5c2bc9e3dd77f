"""Whether a sentence is made of the very words of a source, and turns them: "after 14 days" for "within 14 days"."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from journeys.check.reading.clauses import expanded, sentences
from journeys.language import numbers
from knowledge import lexicon
from knowledge.text import words

# Fewer words that tell something are in common by chance: of a sentence, and of a part of one.
FEWEST, FEWEST_OF_A_PART = 3, 4
_DENYING: Final = frozenset({
    "not", "no", "never", "nobody", "nothing", "none", "neither", "cannot", "without", "unless", "unable",
})  # fmt: skip
# Each way that a limit, a time or a price may point, and its opposite.
_WAYS: Final = (
    ("within before until", "after"), ("inside", "outside"), ("free", "charged"), ("least", "most"),
    ("more over above", "less under below"), ("all every", "some"), ("always", "sometimes"), ("opens", "closes"),
    ("included", "excluded"), ("allowed", "forbidden"), ("we us", "you"),
)  # fmt: skip
# Who does it is told by a whole sentence: a part of one goes on from what stands before.
_WHO: Final = len(_WAYS) - 1
_WAY: Final = {
    word: (at, side) for at, sides in enumerate(_WAYS) for side, of in enumerate(sides) for word in of.split()
}
# Beside these they tell nothing: "free of charge", "charged of charge".
_GRAMMAR: Final = frozenset({
    "of", "the", "a", "an", "is", "are", "be", "do", "does", "will", "can", "may", "must", "need", "there", "with",
})  # fmt: skip
_NUMBER: Final = re.compile(r"\d(?:[\d.,:]*\d)?")
# "One" is said of anything.
_COUNTS: Final = frozenset(numbers.words()) - {"one", "a"}
_NO_OR_YES: Final = re.compile(r"\A\W*(?:no|yes|sorry|hapana|ndiyo)\b\s*[,.!:;]\s*", re.IGNORECASE)
# "*Taarab evening*: When: every Thursday; Tickets: free": lines of the passage about it.
_OF: Final = re.compile(r"\A\*(?P<name>[^*]{1,80})\*: ")
# Whoever is told to do so is "you": "ask us in this chat".
_DO: Final = re.compile(r"\A\W*(?:please )?(?!we\b|you\b)[a-z]{2,12} us\b", re.IGNORECASE)
_A_CASE: Final = re.compile(r"\A\W{0,4}(?:if|when|where|unless|in case|kama|ikiwa|iwapo)\b", re.IGNORECASE)
_PARTS: Final = re.compile(r"[,;:]\s+")


class Turns(NamedTuple):
    """What turns the meaning of words: denials, the ways it points, and the numbers among them."""

    denials: int
    ways: frozenset[tuple[int, int]]
    numbers: tuple[str, ...]


def is_quoted(text: str, told_plainly: str) -> bool:
    """Whether every line stands word for word in what was told: a quotation keeps its language."""
    lines = (_OF.sub(r"\g<name>; ", line.lstrip("•-0123456789.) ")) for line in text.splitlines())
    parts = (" ".join(words(part)) for line in lines for part in line.split("; "))
    return all(part in told_plainly for part in parts)


def turned_in(text: str, told: tuple[str, ...]) -> Iterator[str]:
    """Each sentence that has the telling words of a sentence that was told, or of a part of one, and turns them."""
    known = _known_in(told) if told else {}
    for sentence in sentences(text):
        if sentence.rstrip().endswith("?"):
            continue
        for telling, turns in _of(sentence):
            here = known.get(telling, ())
            if here and all(_is_other(turns, each, len(telling)) for each in here):
                yield sentence
                break


@lru_cache(maxsize=100)
def _known_in(told: tuple[str, ...]) -> dict[tuple[str, ...], set[Turns]]:
    """What turns the telling words of each sentence, and of its parts."""
    found: dict[tuple[str, ...], set[Turns]] = {}
    for telling, turns in (each for text in told for each in _of(text)):
        found.setdefault(telling, set()).add(turns)
    return found


@lru_cache(maxsize=4_000)
def _of(text: str) -> tuple[tuple[tuple[str, ...], Turns], ...]:
    found = []
    for sentence in sentences(text):
        plain = _NO_OR_YES.sub("", sentence)
        parts = _PARTS.split(plain)
        # What holds in one case alone is turned by nothing that is said of another.
        told = parts if len(parts) > 1 and not any(map(_A_CASE.match, parts)) else []
        for part in dict.fromkeys([plain, *told]):
            turns = _turns(part, is_whole=part == plain)
            telling = sorted(lexicon.stem(word) for word in words(expanded(part)) if _tells(word))
            if len(telling) + len(turns.numbers) >= (FEWEST if part == plain else FEWEST_OF_A_PART):
                found.append((tuple(telling), turns))
    return tuple(found)


def _is_other(said: Turns, told: Turns, telling: int) -> bool:
    """Whether it says no for yes, points the other way, or has another number; what is left out turns nothing."""
    pointed = {axis for axis, _ in said.ways} & {axis for axis, _ in told.ways}
    is_turned = any(axis in pointed for axis, _ in said.ways - told.ways)
    is_number = telling >= FEWEST_OF_A_PART and len(said.numbers) == len(told.numbers) and said.numbers != told.numbers
    return said.denials != told.denials or is_turned or (is_number and not any(":" in n for n in said.numbers))


def _tells(word: str) -> bool:
    return not (
        word in _WAY
        or word in _DENYING
        or word in _GRAMMAR
        or word in _COUNTS
        or any(map(str.isdigit, word))
        or lexicon.is_stop_word(word)
    )


def _turns(text: str, *, is_whole: bool) -> Turns:
    said = words(expanded(text))
    ways = frozenset(_WAY[word] for word in (*said, *(["you"] if _DO.match(text) else [])) if word in _WAY)
    return Turns(
        denials=sum(word in _DENYING for word in said) % 2,
        ways=ways if is_whole else frozenset(way for way in ways if way[0] != _WHO),
        numbers=tuple(
            sorted([*(number.replace(",", "") for number in _NUMBER.findall(text)), *_COUNTS.intersection(said)])
        ),
    )
