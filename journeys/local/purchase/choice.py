"""Reads which form of an item and how many of it: "nataka hii mbili size 42 nyeusi", "the 7 litre one"."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Final

from journeys.language.units import joined, units_in
from journeys.local import circumstances, wants
from journeys.local.amounts import mark_amounts, without_sums_in_words
from journeys.local.purchase import ages, boards, durations, each_form, measured, numbers, other_measures, relative
from journeys.local.purchase.words_left import WordsLeft
from journeys.local.wordlists import any_of, plain, tokens, word_set
from knowledge import lexicon
from tools.catalog.units import NAMES, Unit, fits

Options = Mapping[str, Sequence[str]]
MARKS = frozenset({"size", "sizes", "saizi", "saiz", "sz", "namba", "number", "no", "eu", "uk", "us"})
OF_WHICH: Final = frozenset({"ya", "za", "la", "cha", "vya", "wa", "the"})
A_PRICE: Final = 50
"""So much after "the" tells which one, and not how many: "hiyo ya 1999"."""
FEW: Final = 12
"""Up to here a bare number says how many; above it, it may be the number of a measure: "the 128 one"."""
_PHONE: Final = re.compile(r"(?:0|254)[17]\d{8}")
_SPACED_PHONE: Final = re.compile(r"(?<![\d+])(?:\+?254|0)[ -]?[17]\d{2}[ -]?\d{3}[ -]?\d{3}(?!\d)")
# "An eSIM for my iPhone 13": the number is of what they have.
_MODEL: Final = re.compile(
    r"\b(?:iphones?|ipad|galaxy|samsung|tecno|infinix|redmi|xiaomi|nokia|oppo|itel|pixel|huawei|honor|vivo|realme"
    r"|oneplus|windows|android|ios|playstation|ps|xbox|macbook|thinkpad)"
    r"(?: (?!and\b|na\b|in\b|za\b|for\b)[a-z]{1,8})?(?: \d{1,4}\b)",
    re.IGNORECASE,
)
_ONLY_ASKS: Final = re.compile(
    r"\b(?:where|how|wapi|vipi) (?:(?:can|do|could|to|should|else) )?(?:(?:i|we|one|you) )?(?:can )?"
    r"(?:buy|order|get|purchase)\b"
    r"|\b(?:na|tuna|nita|nina)?(?:weza )?(?:ku)?(?:nunu|pat|agiz)\w{1,6} (?:wapi|vipi|aje)\b"
    r"|\A\W*(?:(?:hi|hello|hey|please|so|and|na)\W+){0,2}ho?w (?:long|far|soon|often|fast|late|early|old)\b"
    # What a thing takes is bought by nobody: "how do I know if my phone can take it".
    r"|\b(?:if|whether|kama) (?:(?!i\b|we\b)\w+ ){1,3}(?:can |could |will |would )?takes? (?:it|this|that|them|one)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class UnderstoodChoice:
    """What was understood; `rest` are the words that were not."""

    options: dict[str, str] = field(default_factory=dict)
    unknown: tuple[str, ...] = ()
    """Sizes and colours that the item does not come in."""
    quantity: Decimal | None = None
    is_unclear: bool = False
    """A quantity was said, but none that can be bought: none, half, fewer than none, two or maybe three."""
    is_any: bool = False
    rest: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        return not (self.options or self.unknown or self.quantity or self.is_unclear or self.is_any)


def buys(text: str) -> bool:
    """Whether it says that something shall be bought, and does not ask where, how or whether it would do."""
    return not _ONLY_ASKS.search(text) and bool(any_of("purchase", "buy", "phrases").search(" ".join(tokens(text))))


def parse_choice(
    text: str, options: Options, asked: str = "", *, title: str = "", unit: str = Unit.PIECE
) -> UnderstoodChoice:
    """The form and the number that a message names; `asked` is the option that was asked for.

    The day and the hour are no number of pieces, unless it comes in them. Measures are read in the units of the item's
    own values, and a number of its title counts nothing. `unit` is what it is sold in: of a room "3 nights" is it."""
    text = _SPACED_PHONE.sub(" ", text)
    if not _MODEL.search(title):
        text = _MODEL.sub(" ", text)
    if wanted := measured.parse_measure(text, unit):
        said = parse_choice(wanted.rest, options, asked, title=title)
        rest = tuple(word for word in said.rest if word not in NAMES[unit])
        if fits(wanted.quantity, unit) and wanted.quantity > 0:
            return replace(said, quantity=wanted.quantity, is_unclear=False, rest=rest)
        return replace(said, quantity=None, is_unclear=True, rest=rest)
    if unit == Unit.NIGHT:  # a family of 4 stays for no 4 nights
        text = circumstances.without(plain(text), "party")
    # With their parents the children are not all who come.
    is_of_several = circumstances.tells_couple(text) or each_form.are_several(text, options)
    told = () if is_of_several else ages.told_in(text)
    text = boards.as_written(ages.without_ages(text, options), options)
    has_sides = any(numbers.SIDES.search(value) for each in options.values() for value in each)
    text = numbers.sides(text) if has_sides else text
    values = [value for values in options.values() for value in values]
    text = durations.in_minutes(text, values)
    if not any(circumstances.tells_time(plain(value)) for value in values):
        text = circumstances.without(plain(text), "when")
    text = circumstances.without(plain(text), "lasts", unless=tokens(" ".join([title, *values])))
    units = units_in([title, *values]) | ({"year"} if any(ages.YEARS.search(value) for value in values) else set())
    sums, text = _sums(text) if "bob" in units else (frozenset[str](), without_sums_in_words(plain(text)))
    text = _lettered(numbers.without_those_of(title, text), options)
    text = numbers.whole(joined(text, units) if units else text)
    words = WordsLeft(text)
    chosen = _chosen(words, options, asked, units)
    named = _own(title, units)
    _take_title(words, named)
    _take_measures(words, named)
    chosen, unknown = ages.held(options, _meant(words, options, units, sums) | chosen, told)
    unknown += [word for word in _colours(words, options, chosen) if word not in named]
    unknown += _sizes(words, options, chosen, text)
    unknown += other_measures.named(
        words, {name: values for name, values in options.items() if name not in chosen}, units
    )
    unknown += other_measures.sums(words, more_than=FEW) if "bob" in units else []
    is_any = _any(words)
    quantity, is_unclear = _quantity(words, text)
    doubts = word_set("purchase", "filler", "doubt") if is_unclear else frozenset()
    rest = tuple(word for word in words.rest if word not in doubts)
    return UnderstoodChoice(chosen, tuple(unknown), quantity, is_unclear, is_any, rest)


def _chosen(words: WordsLeft, options: Options, asked: str, units: frozenset[str]) -> dict[str, str]:
    """Values as the item writes them, the longest first; the option that was asked for goes before the others."""
    chosen: dict[str, str] = {}
    for name in sorted(options, key=lambda name: name != asked):
        for value in sorted(options[name], key=len, reverse=True):
            own = _own(value, units)
            if name not in chosen and (place := _place_of(own, name, words, name == asked)) is not None:
                words.take(place, len(own))
                chosen[name] = value
    return chosen


def _sums(text: str) -> tuple[frozenset[str], str]:
    """The sums of money that are said, and the text without them: what is sold by its worth is not counted by it."""
    marked, amounts = mark_amounts(plain(text))
    left = iter(amounts)
    rest = re.sub("N", lambda _: "" if (amount := next(left)).is_money else amount.said, marked)
    return frozenset(amount.said for amount in amounts if amount.is_money), rest


def _lettered(text: str, options: Options) -> str:
    """ "Large" is the L of what comes in S, M and L."""
    letters = {value for values in options.values() for value in values}
    for spelled, letter in wants.SPELLED_SIZES.items():
        if letter in letters and not any(spelled in value.casefold() for value in letters):
            text = re.sub(rf"\b{spelled}\b", letter, text, flags=re.IGNORECASE)
    return text


def _own(value: str, units: frozenset[str]) -> list[str]:
    return tokens(numbers.whole(joined(value, units)))


def _take_title(words: WordsLeft, title: Sequence[str]) -> None:
    """The numbers of a name: the 200 of "SMS Pack 200"."""
    for place, word in enumerate(words.said):
        is_beside = words.before(place) in title or words.after(place) in title
        if word in title and is_beside and any(sign.isdigit() for sign in word):
            words.take(place, 1)


def _take_measures(words: WordsLeft, title: Sequence[str]) -> None:
    """Phone numbers, and numbers that say what a thing is like: the two of "jiko la plate mbili"."""
    for place, word in enumerate(words.said):
        if _PHONE.fullmatch(word):
            words.take(place, 1)
        elif word in word_set("purchase", "pieces", "parts_of_it"):
            near = [at for at in (place - 1, place + 1) if 0 <= at < len(words.said) and numbers.at(words.said, at)]
            words.take(place, 1)
            for at in near[:1]:
                words.take(at, 1)


def _meant(words: WordsLeft, options: Options, units: frozenset[str], sums: frozenset[str]) -> dict[str, str]:
    """Values in other words: by what they mean ("kubwa"), by what tells them apart, or by the number of a measure."""
    chosen: dict[str, str] = {}
    for name, values in options.items():
        if name == "colour" or len(values) < 2:
            continue
        telling = _telling(values, units)
        fitting = {
            value: places
            for value in values
            if (places := _places_meant(_own(value, units), telling[value], words, sums)) is not None
        }
        called = [(value, at) for value in values if (at := words.called(telling[value]))]
        if fitting and len(called) == 1 and called[0][0] not in fitting:
            fitting = dict(called)  # "the SGR one", though a transfer means the airport too
        if not fitting and (at_the_end := relative.at_the_end(values, words.said)):
            value, place = at_the_end
            fitting = {value: [place]} if not words.is_taken[place] else {}
        if len(fitting) == 1:
            (value, places), *_ = fitting.items()
            chosen[name] = value
            for place in places:
                words.take(place, 1)
    return chosen


def _telling(values: Sequence[str], units: frozenset[str]) -> dict[str, list[str]]:
    """The words and measures of each value that the others of its option do not have."""
    own = {value: [word for word in _own(value, units) if not word.isdecimal()] for value in values}
    counted = [word for words in own.values() for word in set(words)]
    return {value: [word for word in words if counted.count(word) == 1] for value, words in own.items()}


def _places_meant(
    value: Sequence[str], telling: Sequence[str], words: WordsLeft, sums: frozenset[str]
) -> list[int] | None:
    """Where all that tells this value from the others was said, and nothing else was read there; None if it was not."""
    if measure := other_measures.A_MEASURE.fullmatch(" ".join(value)):
        number = measure["number"].replace("p", ".")
        places = words.places(tokens(number))
        if places and ("." in number or int(number) > FEW):
            return [*range(places[0], places[0] + len(tokens(number)))]
        return [] if measure["unit"] == "bob" and number in sums else None
    if not telling:
        return None
    found = [words.saying(word) for word in telling]
    places = [place for each in found for place in each]
    return places if all(found) and not any(words.is_taken[place] for place in places) else None


def _place_of(value: Sequence[str], name: str, words: WordsLeft, is_asked: bool) -> int | None:
    """Where the value stands; a bare number is one only if it is not a number of pieces."""
    for place in words.places(value):
        is_marked = words.before(place) in MARKS or words.before(place) in tokens(name)
        # "Za 24" of what comes in twelves and in twenty-fours tells which.
        is_marked = is_marked or (words.before(place) in OF_WHICH and value[0].isdecimal() and int(value[0]) > FEW)
        if not (len(value) == 1 and value[0].isdecimal()) or is_marked:
            return place
        if words.after(place) not in word_set("purchase", "pieces", "words") and (is_asked or name == "size"):
            return place
    return None


def _colours(words: WordsLeft, options: Options, chosen: dict[str, str]) -> list[str]:
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


def _sizes(words: WordsLeft, options: Options, chosen: dict[str, str], text: str) -> list[str]:
    """Sizes that were named as such, though the item has none like it."""
    missing = []
    for size in wants.parse(text).sizes:
        for place in words.places(tokens(size)):
            is_marked = words.before(place) in MARKS or not size.isdecimal()
            if is_marked and "size" not in chosen:
                words.take(place, 1)
                missing.append(size)
    return missing


def _any(words: WordsLeft) -> bool:
    places = [at for at, word in enumerate(words.said) if word in word_set("purchase", "filler", "any")]
    for place in places:
        words.take(place, 1)
    return bool(places)


def _quantity(words: WordsLeft, text: str) -> tuple[Decimal | None, bool]:
    """The one number that is left, if it can be bought; two of them, or a doubt alone, are none."""
    found = [*_numbers(words)]
    if not found:
        return None, _only_doubts(words)
    is_wrong = numbers.is_broken(text) or len(set(found)) > 1 or found[0] < 1
    return (None, True) if is_wrong else (Decimal(found[0]), False)


def _numbers(words: WordsLeft) -> Iterator[int]:
    place = 0
    while place < len(words.said):
        is_of_it = (
            words.before(place) in OF_WHICH and words.said[place].isdecimal() and int(words.said[place]) >= A_PRICE
        )
        number = None if words.is_taken[place] or is_of_it else numbers.at(words.said, place)
        if number:
            words.take(place, number[1])
            yield number[0]
        place += number[1] if number else 1


def _only_doubts(words: WordsLeft) -> bool:
    """Whether a number was spoken of, but none was said: "a few", "sijui"."""
    left = set(words.rest)
    return bool(left) and left <= word_set("purchase", "filler", "doubt")
