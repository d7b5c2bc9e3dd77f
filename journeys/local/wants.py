"""What a shopper's sentence asks for: search words, prices, colours, sizes, order, more or others."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import Literal

from journeys.local import circumstances
from journeys.local.amounts import Amount, mark_amounts
from journeys.local.wordlists import any_of, is_among, plain, tokens, word_set, wordlist
from knowledge import lexicon, own_words
from knowledge.text import words

Sort = Literal["cheapest", "dearest", "newest"]

CHILDREN = "kids"
SPELLED_SIZES = {"small": "S", "medium": "M", "large": "L"}
_SHOE_SIZES = range(34, 49)
# European shoes end at 50, trousers below 70.
_LARGEST_SIZE = 70
# So many digits in a row are a phone number.
_PHONE_DIGITS = 9
# A turn reads a message ten times, and a process has a hundred turns at once; so many messages are remembered.
_MOST = 500


_ASKS_PRICE = re.compile(r"\b(?:how much|(?:ni|pesa|doh|shilingi) ngapi|bei gani|pesa gani|what does .{1,40} cost)\b")


@dataclass(frozen=True, slots=True)
class Wants:
    """All that was said, in plain values; what was not said is empty."""

    terms: tuple[str, ...] = ()
    price_min: Decimal | None = None
    price_max: Decimal | None = None
    colours: tuple[str, ...] = ()
    sizes: tuple[str, ...] = ()
    guests: int | None = None
    sort: Sort | None = None
    in_stock_only: bool = False
    sees_all: bool = False
    rejects: bool = False
    asks_more: bool = False


@dataclass(slots=True)
class _Reading:
    """A message being read: every number stands as N, and what has been understood is blanked out."""

    text: str
    amounts: list[Amount]

    def at(self, position: int) -> Amount:
        return self.amounts[self.text.count("N", 0, position)]

    def within(self, match: re.Match[str]) -> list[Amount]:
        return [self.at(at) for at in range(match.start(), match.end()) if self.text[at] == "N"]

    def consume(self, match: re.Match[str]) -> None:
        first = self.text.count("N", 0, match.start())
        del self.amounts[first : first + match.group().count("N")]
        self.text = f"{self.text[: match.start()]} {self.text[match.end() :]}"

    def take(self, pattern: re.Pattern[str], fits: Callable[[list[Amount]], bool]) -> Iterator[list[Amount]]:
        """Yield the numbers of each place where the pattern stands and they fit, and blank it out."""
        at = 0
        while match := pattern.search(self.text, at):
            found = self.within(match)
            if fits(found):
                self.consume(match)
                yield found
            at = match.start() + 1


def _are_prices(found: list[Amount]) -> bool:
    return all(amount.is_money or (not amount.is_measure and amount.value >= 50) for amount in found)


def _is_price_range(found: list[Amount]) -> bool:
    shares_scale = found[0].scale > 1 and not found[-1].is_measure
    return (_are_prices(found[1:]) or shares_scale) and not found[0].is_measure


def _are_money(found: list[Amount]) -> bool:
    return all(amount.is_money for amount in found)


def _are_round_prices(found: list[Amount]) -> bool:
    return all(not amount.is_measure and amount.value >= 500 and amount.value % 100 == 0 for amount in found)


def _are_sizes(found: list[Amount]) -> bool:
    return all(not (amount.is_money or amount.is_measure) and amount.value <= _LARGEST_SIZE for amount in found)


def _are_shoe_sizes(found: list[Amount]) -> bool:
    return _are_sizes(found) and all(int(amount.value) in _SHOE_SIZES for amount in found)


def _between(first: Amount, second: Amount) -> tuple[Decimal, Decimal]:
    """Read "2 to 4k" as 2,000 to 4,000, and "kati ya elfu 2 na 4" likewise."""
    low, high = first.value, second.value
    if not first.is_money and second.scale > 1 and low < high / second.scale:
        low *= second.scale
    if not second.is_money and first.scale > 1 and high < low:
        high *= first.scale
    return min(low, high), max(low, high)


@cache
def _price_pattern(name: str) -> re.Pattern[str]:
    return any_of("wants", "price", name)


_ANY_NUMBER = re.compile(r"N")
# How a price is counted, and no part of a name: "the cheapest fibre per month".
# "Visivyo na kisigino kirefu": what it shall not have is not looked for.
_WHAT_IT_IS_NOT = re.compile(
    r"\b(?:vi|i|zi|ya|ki|li|u)si(?:vyo|yo|zo|cho|lo|o) na [a-z]{3,}(?: (?:ki|vi|m|n|ya)?(?:refu|kubwa|kali|ndefu"
    r"|nene))?(?: sana)?"
)
_PER_MONTH = re.compile(r"\b(?:per|a|each|every|kila|kwa) (?:month|mwezi)\b(?! (?:bundle|plan|pass|bando))")
_LAST_NUMBER = re.compile(r"N(?=[ .?!]*$)")


def _about(amount: Amount) -> tuple[Decimal, Decimal]:
    return amount.value * 4 / 5, amount.value * 6 / 5


def _prices(reading: _Reading) -> tuple[Decimal | None, Decimal | None]:
    for low, high in reading.take(_price_pattern("between"), _is_price_range):
        return _between(low, high)
    most = [found[0].value for found in reading.take(_price_pattern("most"), _are_prices)]
    least = [found[0].value for found in reading.take(_price_pattern("least"), _are_prices)]
    if most or least:
        return (max(least) if least else None), (min(most) if most else None)
    is_asked = _ASKS_PRICE.search(reading.text) is not None
    for pattern, fits in (
        # Who asks what it costs gives no price: the 20,000 of "power bank ya 20000 ni how much" is its measure.
        (_price_pattern("around"), _are_money if is_asked else _are_prices),
        (_ANY_NUMBER, _are_money),
        (_LAST_NUMBER, _are_round_prices),
    ):
        for found in reading.take(pattern, fits):
            return _about(found[0])
    return None, None


@cache
def _size_patterns() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of "size 40 or 41", "42 eu" and "XL"."""
    marked = wordlist("wants")["sizes"]["marked"]
    more = r"(?:\W{0,2}(?:and|or|na|au|ama|to|,|/|&)\W{0,2}N)*"
    spelled = "|".join(SPELLED_SIZES)
    letters = "|".join(sorted(word_set("wants", "sizes", "letters"), key=len, reverse=True))
    return (
        re.compile(rf"(?<!\w){marked}(?:\W+(?:ya|is|ni|no|za))?\W*N{more}(?!\w)"),
        re.compile(r"(?<!\w)N ?(?:eu|uk|us|size)(?!\w)"),
        re.compile(rf"(?<!\w)(?:(?:{marked}\W+)?(?P<sure>{letters})|{marked}\W+(?P<said>s|m|l|{spelled}))(?!\w)"),
    )


def _sizes(reading: _Reading) -> Iterator[str]:
    before, after, lettered = _size_patterns()
    for found in (*reading.take(before, _are_sizes), *reading.take(after, _are_sizes)):
        yield from (amount.said for amount in found)
    while match := lettered.search(reading.text):
        said = match["sure"] or match["said"]
        yield SPELLED_SIZES.get(said, said.upper())
        reading.consume(match)


def _shoe_sizes(reading: _Reading) -> Iterator[str]:
    if word_set("wants", "sizes", "shoes") & set(tokens(reading.text)):
        for found in reading.take(_ANY_NUMBER, _are_shoe_sizes):
            yield found[0].said


@cache
def _colour_pattern(term: str) -> re.Pattern[str]:
    edible = "|".join(sorted(word_set("wants", "colours", "edible")))
    refused = wordlist("wants")["colours"]["refused"]
    return re.compile(rf"(?<!\w)(?P<refused>{refused} )?{re.escape(term)}(?!\w)(?! (?:{edible}))")


def _colours(reading: _Reading) -> Iterator[str]:
    """Yield the colours asked for; a refused colour is only removed."""
    for term in lexicon.terms(reading.text):
        name = lexicon.concept(term)
        if name is None or lexicon.kind(name) != "colour":
            continue
        if match := _colour_pattern(term).search(reading.text):
            if not match["refused"]:
                yield name
            reading.consume(match)


def _sort(said: str) -> Sort | None:
    orders: tuple[Sort, ...] = ("cheapest", "dearest", "newest")
    return next((order for order in orders if any_of("wants", "sort", order).search(said)), None)


def is_content(word: str) -> bool:
    if word.isdecimal():
        return len(word) < _PHONE_DIGITS
    return not is_among(word, word_set("wants", "filler", "words")) and not lexicon.is_stop_word(word)


def _is_half_a_name(said: Sequence[str], at: int) -> bool:
    """A day says nothing by itself, and half of what a thing is before one: "day pass"; so does a view: "sea view"."""
    if said[at] == "view" and at and is_content(said[at - 1]):
        return True
    return said[at] == "day" and at + 1 < len(said) and is_content(said[at + 1]) and not said[at + 1].isdecimal()


def _terms(reading: _Reading, text: str) -> tuple[str, ...]:
    own_words = {word.replace("'", ""): word for word in words(text)}
    numbers = iter(reading.amounts)
    left = re.sub("N", lambda _: next(numbers).said, reading.text)
    said = tokens(left)
    content = (word for at, word in enumerate(said) if is_content(word) or _is_half_a_name(said, at))
    kept = (circumstances.audiences().get(word, word) for word in content)
    return tuple(dict.fromkeys(own_words.get(word, word) for word in kept))


def _is_of_children(term: str) -> bool:
    meaning = lexicon.concept(term)
    return meaning is not None and CHILDREN in (meaning, lexicon.broader(meaning))


@own_words.remembered(_MOST)
def parse(text: str) -> Wants:
    """Read a message once: sizes first, then prices, so that no number is taken for both."""
    told = circumstances.parse(_WHAT_IT_IS_NOT.sub(" ", plain(text)))
    said = _PER_MONTH.sub(" ", told.rest)
    reading = _Reading(*mark_amounts(said))
    flags = {name: bool(any_of("wants", "flags", name).search(said)) for name in wordlist("wants")["flags"]}
    sizes = [*_sizes(reading)]
    low, high = _prices(reading)
    sizes += _shoe_sizes(reading)
    colours = tuple(dict.fromkeys(_colours(reading)))
    terms = _terms(reading, text)
    if told.is_for_a_child and terms and not any(_is_of_children(term) for term in terms):
        terms = (*terms, CHILDREN)
    return Wants(
        terms=terms,
        price_min=low,
        price_max=high,
        colours=colours,
        sizes=tuple(dict.fromkeys(sizes)),
        guests=told.guests,
        sort=_sort(said),
        **flags,
    )
