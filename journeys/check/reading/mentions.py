"""Which item a part of a sentence speaks of, and the sizes and colours that it names there."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final, Protocol

from journeys.check.reading.clauses import expanded
from journeys.check.reading.words import COLOURS, either
from journeys.language import numbers
from knowledge import lexicon
from knowledge.text import words

# A head word so long names the item wherever it stands.
LONG: Final = 8
_SIZE: Final = re.compile(r"\b(?:sizes?|saizi|saiz|size ya)\s(?P<size>\d{1,2}|xx?x?[sl]|[sml])\b")
_COLOUR: Final = re.compile(either(COLOURS))
# An address is held to those that were told; of an item its name stands in it.
_LINK: Final = re.compile(r"https?://\S+", re.IGNORECASE)
_UP_TO: Final = re.compile(r"\b(?:up to|hadi|mpaka|in|kwa) (?:size |saizi )?(?P<size>\d{2})\b(?! [a-z]{3,}s\b)")
_NUMBER_WORD: Final = "|".join(sorted(numbers.words()))
_SPLIT: Final = re.compile(
    rf"(?:(?<!\s)\s+)?[,;:()\u2014\u2013]\s+|\s(?:but|while|lakini|then)\s|(?<!\bbed)\s(?:and|na|plus)\s(?!(?:{_NUMBER_WORD})\b)"
    # The other side of a comparison speaks of the other item: "1,999 a month against 3,499 for the 5G".
    r"|\s(?=(?:against|than|versus|vs\.?|compared (?:to|with)|dhidi ya|kuliko|ikilinganishwa na)\s)"
)
# But the name of a thing.
_ALONE: Final = re.compile(r"\W{0,3}(?:(?:the|both|your|our|a|an) )?[\w-]+(?: [\w-]+){0,2}\W{0,3}", re.IGNORECASE)
_GENERATION: Final = re.compile(r"\dg")
# What stands before a price is what costs it: "dinner at KES 14,500"; a room "with bed and breakfast" is no breakfast.
_PRICED: Final = re.compile(
    r"(?<!\bbed and )\b(?P<noun>[a-z]{4,20}) (?:(?:at|is|costs?|for|ni|kwa) )?(?:only |about |just )?(?:kes|ksh)\.? ?\d"
)


@dataclass(frozen=True, slots=True)
class Mention:
    """A part of a sentence with the items that it is about."""

    text: str
    titles: tuple[str, ...]
    is_named: bool = True
    """Whether it names them itself, and does not go on with those before."""

    def stands_in_title(self, value: str) -> bool:
        """Whether the value is part of an item's own name: "Weekly 2.5 GB Bundle"."""
        return any(value.casefold() in title.casefold() for title in self.titles)

    def options(self) -> Iterator[str]:
        """The colours, as concepts, and the sizes that are named and not denied."""
        plain = expanded(_LINK.sub(" ", self.text))
        if re.search(r"\b(?:not|no|haipo|hakuna|haiko|haipatikani|hatuna|sio)\b", plain):
            return
        for title in self.titles:
            plain = plain.replace(expanded(title), " ")
        for word in words(plain):
            if _COLOUR.fullmatch(word) and (concept := lexicon.concept(word)):
                yield concept
        for pattern in (_SIZE, _UP_TO):
            for match in pattern.finditer(plain):
                yield match["size"]


class HasTexts(Protocol):
    """What was told of an item."""

    @property
    def texts(self) -> Sequence[str]: ...


@lru_cache(maxsize=1_000)
def named_in(sentence: str, titles: tuple[str, ...], house: frozenset[str] = frozenset()) -> tuple[Mention, ...]:
    """The parts of a sentence that follow the name of an item; a part without a name goes on with the last one.

    `house` are the words of the business's own name and the places that its documents tell of: none of them alone names
    an item."""
    if not titles:
        return ()
    last: tuple[str, ...] = ()
    alone: tuple[str, ...] = ()
    is_respective = "respectively" in sentence.casefold()
    parts = [sentence] if is_respective else _SPLIT.split(_protected(sentence, titles))
    found = []
    for at, part in enumerate(parts):
        named = _titles_in(part, titles, house)
        is_of_the_one_before = at > 0 and parts[at - 1] in titles and f"{parts[at - 1]}:" in sentence
        if named and is_of_the_one_before and not any(title in part for title in named):
            named = ()  # "Fibre Turbo 100 Mbps: speed 200 Mbps" tells of the first
        if alone and named:  # "the mattress and the duvet are …": of both
            named = (*alone, *(title for title in named if title not in alone))
        alone = named if named and _ALONE.fullmatch(part) else ()
        last = named or last
        if last:
            found.append(Mention(part, last, is_named=bool(named)))
    return tuple(found)


def spoken_of(sentence: str, told: Mapping[str, HasTexts], house: frozenset[str] = frozenset()) -> tuple[Mention, ...]:
    """As `named_in`, by what was told of each item: a word of its own text names no other, "it charges by solar"."""
    found: list[Mention] = []
    named: Mention | None = None
    for part in named_in(sentence, tuple(told), house):
        goes_on = bool(found) and (not part.is_named or (named is not None and _is_said_of(named, part, told)))
        if not goes_on:
            named = part if any(title in part.text for title in part.titles) else None
        found.append(Mention(part.text, found[-1].titles, is_named=False) if goes_on else part)
    return tuple(found)


def _is_said_of(named: Mention, part: Mention, told: Mapping[str, HasTexts]) -> bool:
    """Whether the one word that seems to name another item stands in the own text of those that were named in full, and
    is written as any word."""
    naming = {word for title in part.titles for word in words(title)} & set(words(part.text))
    if len(naming) != 1 or part.titles == named.titles:
        return False
    word = next(iter(naming))
    is_a_name = re.search(rf"\b(?:the {word}|{word.capitalize()}|{word.upper()})\b", part.text) is not None
    return not is_a_name and any(word in words(text) for title in named.titles for text in told[title].texts)


def _protected(sentence: str, titles: Sequence[str]) -> str:
    """The sentence with the "and" inside titles out of reach."""
    for title in titles:
        if re.search(r"\band\b|,", title) and title in sentence:
            sentence = sentence.replace(title, title.replace(" and ", "\u00a0and\u00a0").replace(", ", ",\u00a0"))
    return sentence


def _titles_in(part: str, titles: tuple[str, ...], house: frozenset[str]) -> tuple[str, ...]:
    """The items named in full, else the one that its first words name and no other."""
    plain = f" {' '.join(words(part))} "
    for phrases in _phrases(titles):
        if found := tuple(title for phrase, title in phrases if phrase in plain and phrase.strip() not in house):
            return found
    headed = tuple(
        title
        for head, title in _heads(titles)
        if head.casefold() not in house
        and (
            head in part
            or plain.startswith(f" {head.casefold()} ")
            or (len(head) > LONG and head.casefold() in plain)
            or f" the {head.casefold()} " in plain
        )
    )
    return headed or _marked(part, titles, house) or _priced(part, titles, house)


def _marked(part: str, titles: tuple[str, ...], house: frozenset[str]) -> tuple[str, ...]:
    """The items of which a word stands there as in their titles and in no other: "the Biashara", "Biashara is"."""
    marks = ((mark, title) for word, mark, title in _marks(titles) if word.casefold() not in house)
    return tuple(dict.fromkeys(title for mark, title in marks if mark.search(part)))


@lru_cache(maxsize=256)
def _marks(titles: tuple[str, ...]) -> list[tuple[str, re.Pattern[str], str]]:
    """Each word inside a title that begins with a capital and that no other has, where it names the item."""
    inside = ((word, title) for title in titles for word in title.split()[1:] if word[:1].isupper() and word.isalpha())
    own = [
        (word, title)
        for word, title in inside
        if len(word) > (2 if word.isupper() else 3) and sum(word in other for other in titles) == 1
    ]
    said = r"(?<=[a-z,] ){0}\b(?! [A-Z])|\A\W*{0}(?= (?:is|has|costs|comes|ni|ina)\b)"
    return [(word, re.compile(said.format(word)), title) for word, title in own]


def _priced(part: str, titles: tuple[str, ...], house: frozenset[str]) -> tuple[str, ...]:
    """The only item in whose title the noun before a price stands."""
    nouns = (match["noun"] for match in _PRICED.finditer(part.casefold()) if match["noun"] not in house)
    found = ([title for title in titles if noun in words(title)] for noun in nouns)
    return tuple(meant[0] for meant in found if len(meant) == 1)[:1]


@lru_cache(maxsize=256)
def _heads(titles: tuple[str, ...]) -> list[tuple[str, str]]:
    """The first word of each title as it is written there, where no other has it: "Kitesurfing", "the Weekly one"."""
    heads = [(title.split()[0], title) for title in titles if title[:1].isupper() and title.split()[0].isalpha()]
    return [(head, title) for head, title in heads if len(head) > 3 and sum(head in other for other in titles) == 1]


@lru_cache(maxsize=256)
def _phrases(titles: tuple[str, ...]) -> list[list[tuple[str, str]]]:
    """The ways to name each item, the longest first: the whole title, its first three words, two of them, its first."""
    plain = {title: f" {' '.join(words(title))} " for title in titles}
    ends = {title: f"{phrase} {said[0]} {said[-1]} " for title, phrase in plain.items() if (said := phrase.split())}
    found = [[(phrase, title) for title, phrase in plain.items() if phrase.strip()]]
    for length in (3, 2, 1):
        heads = [(f" {head} ", title) for title in titles if (head := _head(plain[title].split(), length))]
        if length == 3:  # "the 1.5 GB one"
            heads += [(f" {' '.join(three)} ", title) for title in titles for three in _decimals(plain[title].split())]
        if length == 2:
            named = [(said, title) for title in titles if len(said := plain[title].split()) > 2]
            heads += [(f" {said[0]} {said[-1]} ", title) for said, title in named]
            heads += [(f" {one} {other} ", title) for title in titles for one, other in _pairs(plain[title].split())]
        if length == 1:  # "the cover", "the wok", "the fan": what no other title has a word of
            heads += [(f" the {word} ", title) for title in titles for word in _nouns(plain[title].split())]
        own = [(head, title) for head, title in heads if _is_of_one(head, ends.values())]
        last = [(head, title) for head, title in own if ends[title].endswith(head.removeprefix(" the"))]
        plural = [(f"{head.rstrip()}s ", title) for head, title in last]
        turned = [(head, title) for title in titles for head in _turned(plain[title].split())] if length == 2 else []
        found.append([*own, *plural, *turned])
    return found


def _is_of_one(head: str, titles: Iterable[str]) -> bool:
    bare = head.removeprefix(" the")
    return sum(bare in each for each in titles) == 1


def _decimals(said: list[str]) -> Iterator[list[str]]:
    """A measure of a title with a fraction, in its three words: 1, 5, GB."""
    for at in range(len(said) - 2):
        if said[at].isdigit() and said[at + 1].isdigit() and said[at + 2].isalpha():
            yield said[at : at + 3]


def _pairs(said: list[str]) -> Iterator[tuple[str, str]]:
    """Two words of a title that stand together, as people call it: the "Night Owl"."""
    for one, other in pairwise(said):
        if any(map(str.isdigit, one)) and other.isalpha():  # "the 20 GB one"
            yield one, other
    for one, other in pairwise(said[1:]):
        if one.isalpha() and other.isalpha() and min(len(one), len(other)) > 2:
            yield one, other


def _nouns(said: list[str]) -> Iterator[str]:
    """The words of a title by which it may be called: the last, and those inside that are long enough to be a name."""
    if said[1:]:
        yield said[-1]
        yield from (word for word in said[1:-1] if word.isalpha() and len(word) > 2)


def _turned(said: list[str]) -> Iterator[str]:
    """A title of two words the other way round: "replacement ya SIM", "massage of the feet"."""
    if len(said) == 2:
        yield from (f" {said[1]} {of} {said[0]} " for of in ("ya", "la", "cha", "za", "wa", "of", "of the"))


def _head(said: list[str], length: int) -> str:
    """The first words of a title; one word alone only when it is a name, not a word that means something."""
    if length == 1 and said and _GENERATION.fullmatch(said[0]):  # "5G is faster", where no other item has it
        return said[0]
    if len(said) < length or (length == 1 and (lexicon.concept(said[0]) or len(said[0]) < 4)):
        return ""
    return " ".join(said[:length])
