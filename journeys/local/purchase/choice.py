"""Reads which form of an item and how many of it: "nataka hii mbili size 42 nyeusi"."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from journeys.local import wants
from journeys.local.purchase import numbers
from journeys.local.wordlists import any_of, tokens, word_set
from knowledge import lexicon

Options = Mapping[str, Sequence[str]]
MARKS = frozenset({"size", "sizes", "saizi", "saiz", "sz", "namba", "number", "no", "eu", "uk", "us"})


@dataclass(frozen=True, slots=True)
class Said:
    """What was understood; `rest` are the words that were not."""

    options: dict[str, str] = field(default_factory=dict)
    unknown: tuple[str, ...] = ()
    """Sizes and colours that the item does not come in."""
    quantity: int | None = None
    is_unclear: bool = False
    """A quantity was said, but none that can be bought: none, half, fewer than none, two or maybe three."""
    is_any: bool = False
    rest: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        return not (self.options or self.unknown or self.quantity or self.is_unclear or self.is_any)


class _Words:
    """The words of a message, each taken once."""

    def __init__(self, text: str) -> None:
        self.said = tokens(text)
        self.is_taken = [False] * len(self.said)

    def take(self, start: int, length: int) -> None:
        self.is_taken[start : start + length] = [True] * length

    def places(self, wanted: Sequence[str]) -> list[int]:
        length = len(wanted)
        starts = range(len(self.said) - length + 1) if length else range(0)
        return [
            at
            for at in starts
            if self.said[at : at + length] == list(wanted) and not any(self.is_taken[at : at + length])
        ]

    def before(self, place: int) -> str:
        return self.said[place - 1] if place else ""

    def after(self, place: int) -> str:
        return self.said[place + 1] if place + 1 < len(self.said) else ""

    @property
    def rest(self) -> tuple[str, ...]:
        ignored = word_set("purchase", "filler", "words") | word_set("purchase", "pieces", "words")
        left = (word for word, is_taken in zip(self.said, self.is_taken, strict=True) if not is_taken)
        return tuple(word for word in left if word not in ignored)


def buys(text: str) -> bool:
    """Whether it says that something shall be bought."""
    return bool(any_of("purchase", "buy", "phrases").search(" ".join(tokens(text))))


def read(text: str, options: Options, asked: str = "") -> Said:
    """The form and the number that a message names; `asked` is the option that was asked for."""
    text = numbers.whole(text)
    words = _Words(text)
    chosen = _chosen(words, options, asked)
    unknown = _colours(words, options, chosen)
    unknown += _sizes(words, options, chosen, text)
    is_any = _any(words)
    quantity, is_unclear = _quantity(words, text)
    doubts = word_set("purchase", "filler", "doubt") if is_unclear else frozenset()
    rest = tuple(word for word in words.rest if word not in doubts)
    return Said(chosen, tuple(unknown), quantity, is_unclear, is_any, rest)


def _chosen(words: _Words, options: Options, asked: str) -> dict[str, str]:
    """Values as the item writes them, the longest first; the option that was asked for goes before the others."""
    chosen: dict[str, str] = {}
    for name in sorted(options, key=lambda name: name != asked):
        for value in sorted(options[name], key=len, reverse=True):
            if name not in chosen and (place := _place_of(value, name, words, name == asked)) is not None:
                words.take(place, len(tokens(value)))
                chosen[name] = value
    return chosen


def _place_of(value: str, name: str, words: _Words, is_asked: bool) -> int | None:
    """Where the value stands; a bare number is one only if it is not a number of pieces."""
    for place in words.places(tokens(value)):
        is_marked = words.before(place) in MARKS or words.before(place) in tokens(name)
        if not value.isdecimal() or is_marked:
            return place
        if words.after(place) not in word_set("purchase", "pieces", "words") and (is_asked or name == "size"):
            return place
    return None


def _colours(words: _Words, options: Options, chosen: dict[str, str]) -> list[str]:
    """Colours in any of our languages: by what they mean."""
    missing = []
    for place, word in enumerate(words.said):
        meaning = lexicon.concept(word)
        if words.is_taken[place] or meaning is None or lexicon.kind(meaning) != "colour":
            continue
        words.take(place, 1)
        value = next((value for value in options.get("colour", ()) if _means(value, meaning)), None)
        if value is not None:
            chosen.setdefault("colour", value)
        elif "colour" not in chosen:
            missing.append(word)
    return missing


def _means(value: str, meaning: str) -> bool:
    return lexicon.concept(value) == meaning or meaning in lexicon.concepts(value)


def _sizes(words: _Words, options: Options, chosen: dict[str, str], text: str) -> list[str]:
    """Sizes that were named as such, though the item has none like it."""
    missing = []
    for size in wants.parse(text).sizes:
        for place in words.places(tokens(size)):
            is_marked = words.before(place) in MARKS or not size.isdecimal()
            if is_marked and "size" not in chosen:
                words.take(place, 1)
                missing.append(size)
    return missing


def _any(words: _Words) -> bool:
    places = [at for at, word in enumerate(words.said) if word in word_set("purchase", "filler", "any")]
    for place in places:
        words.take(place, 1)
    return bool(places)


def _quantity(words: _Words, text: str) -> tuple[int | None, bool]:
    """The one number that is left, if it can be bought; two of them, or a doubt alone, are none."""
    found = [*_numbers(words)]
    if not found:
        return None, _only_doubts(words)
    is_wrong = numbers.is_broken(text) or len(set(found)) > 1 or found[0] < 1
    return (None, True) if is_wrong else (found[0], False)


def _numbers(words: _Words) -> Iterator[int]:
    place = 0
    while place < len(words.said):
        number = None if words.is_taken[place] else numbers.at(words.said, place)
        if number:
            words.take(place, number[1])
            yield number[0]
        place += number[1] if number else 1


def _only_doubts(words: _Words) -> bool:
    """Whether a number was spoken of, but none was said: "a few", "sijui"."""
    left = set(words.rest)
    return bool(left) and left <= word_set("purchase", "filler", "doubt")
