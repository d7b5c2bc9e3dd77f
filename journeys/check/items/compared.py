"""Whether what is called cheaper or dearer is so, by the prices that were told of both."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from decimal import Decimal
from types import MappingProxyType
from typing import Final

from journeys.check.items.sums import Ways
from journeys.check.reading import patterns
from journeys.check.reading.clauses import Clause, clauses, expanded, sentences
from journeys.check.reading.facts import Fact, facts_in
from journeys.check.reading.mentions import Mention, named_in
from journeys.check.reading.readings import key
from journeys.check.reading.words import PRICED, either
from knowledge.text import words

_CHEAPER: Final = re.compile(rf"\b{either(PRICED['cheaper'])}\b")
_DEARER: Final = re.compile(rf"\b{either(PRICED['dearer'])}\b")
_MORE: Final = re.compile(r" ?(?:more|less|extra|cheaper|dearer|zaidi|pungufu)\b")
_BY_SO_MUCH: Final = re.compile(
    rf"\b(?:{either(PRICED['cheaper'])}|{either(PRICED['dearer'])}),? (?:(?:by|kwa|for) )?(?:about |kama )?$",
    re.IGNORECASE,
)
_SAME: Final = re.compile(rf"\b{either(PRICED['same'])}\b")
_MOST: Final = re.compile(rf"\b{either(PRICED['superlative'])}\b")
_IN_STOCK: Final = re.compile(
    r"\b(?:in stock|available|that (?:are|is) left|(?:i|zi|vi)(?:liyo|lizo|livyo)po|zilizobaki)\b"
)
_PER: Final = re.compile(r"\b(?:per|kwa kila|kwa bei ya)\b")
_THAN: Final = re.compile(r"\b(?:than|kuliko|kushinda)\b")
# For a use, a size or a unit it may be the cheapest all the same.
_FOR_SOME: Final = re.compile(r"\b(?:per|for a|for the|for your|kwa kila|kwa gb|kwa bei ya|among|if)\b")
# A limit, and those that are said to keep to it; "not under" is left alone.
_SIDE: Final = re.compile(
    r"(?<!not )\b(?:(?P<under>under|below|less than|within|inside|fits? in(?:to)?|at most|chini ya|ndani ya"
    r"|(?:(?<=^)|(?<=[.,;!] ))(?P<opens>for|kwa|with|na))"
    r"|(?P<over>over|above|more than|at least|zaidi ya))(?: your| yako)? $",
    re.IGNORECASE,
)
_ALL: Final = re.compile(r"\b(?:all|every|each|zote|vyote|yote|none)\b")
_BOTH: Final = re.compile(r"\b(?:both|neither|zote mbili|vyote viwili)\b")
# "Both" speaks of two.
PAIR: Final = 2
# A bare number up to a hundred may be a size and no price.
SIZES: Final = 100
_IN_BUDGET: Final = re.compile(rf"\b{either(PRICED['in_budget'])}\b")
_NONE: Final = re.compile(r"\b(?:none|neither|hakuna)\b")
_RECKONED: Final = re.compile(r"=|\b(?:are|is|makes?|comes? to|ni|inakuwa|jumla) (?:kes|ksh)", re.IGNORECASE)
Prices = Mapping[str, Sequence[Decimal]]


def wrong(text: str, prices: Prices, in_stock: Collection[str] = ()) -> Iterator[tuple[str, str]]:
    """Each comparison that the prices do not bear out, as cheaper, dearer or the same: its words, and the item that it
    is said of.

    "The cheapest in stock" is compared with what is `in_stock`."""
    every = prices if len(prices) >= PAIR else {}
    for clause in clauses(text) if every else ():
        prices = every
        if _IN_STOCK.search(clause.text):
            prices = {title: of for title, of in every.items() if title in in_stock}
        match = (
            None if clause.asks or _FOR_SOME.search(clause.text) or _PER.search(clause.sentence) else _compares(clause)
        )
        if match is None or clause.denies(match.start()):
            continue
        subject, others = _sides(clause, match, tuple(prices))
        prices = _stated_before(clause, (subject, *others), every) or prices
        if subject and others and not _bears(subject, others, prices, is_cheaper=bool(_CHEAPER.search(clause.text))):
            yield match.group(), subject
    yield from _unequal(text, every)


def _stated_before(clause: Clause, titles: Sequence[str], prices: Prices) -> Prices:
    """What its sentence has reckoned for each before it compares them: two rooms for three nights "= KES 87,000" beside
    a cottage's "= KES 79,500". None where it has not told of all."""
    before, _, _ = clause.sentence.partition(clause.text)
    told: dict[str, list[Decimal]] = {}
    for part in named_in(before, tuple(prices)):
        amounts = [fact for fact in facts_in(part.text)[0] if fact.kind == "money"]
        if len(set(part.titles)) == 1 and len(amounts) > 1 and _RECKONED.search(part.text):
            told[part.titles[0]] = [Decimal(max(amounts[-1].readings, key=len))]
    return told if titles and all(title in told for title in titles) else {}


def by_the_wrong_side(text: str, sums: Ways) -> Iterator[tuple[str, str]]:
    """Each "KES 7,500, so it is dearer, by KES 1,750" whose difference is that of a dearer one: its words, and what it
    is said to be."""
    for sentence in sentences(text):
        facts = [fact for fact in facts_in(sentence)[0] if fact.kind == "money"]
        said = _BY_SO_MUCH.search(facts[-1].before) if len(facts) == PAIR else None
        if said is None or _THAN.search(sentence):
            continue
        own, apart = (next(map(Decimal, fact.readings)) for fact in facts)
        others = {Decimal(one) for way in sums.get(key(apart), ()) for one in way if Decimal(one) != own}
        pairs = [other for other in others if abs(other - own) == apart]
        is_cheaper = _CHEAPER.search(said.group()) is not None
        if pairs and not any((own < other) is is_cheaper for other in pairs):
            yield facts[-1].text, said.group().strip(" ,")


def _unequal(text: str, prices: Prices) -> Iterator[tuple[str, str]]:
    """Each "costs the same" of two items that have no price in common."""
    for clause in clauses(text) if prices else ():
        match = None if clause.asks else _SAME.search(clause.text)
        if match is None or clause.denies(match.start()):
            continue
        named = [*dict.fromkeys(title for part in named_in(clause.text, tuple(prices)) for title in part.titles)]
        if not named and len(prices) == PAIR and _BOTH.search(clause.text):
            named = [*prices]
        if len(named) == PAIR and set(prices[named[0]]).isdisjoint(prices[named[1]]):
            yield match.group(), named[0]


def out_of_bounds(
    text: str,
    prices: Prices,
    options: Mapping[str, frozenset[str]],
    told: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> Iterator[tuple[str, str]]:
    """Each limit that the price of an item said to keep to it does not: "all six are under 5,000".

    `options` are the values that each item comes in: "the red ones" are those that come in red. What is `told` of an
    item in these very letters is no limit: the 4K of "for 4K and gaming".
    """
    for sentence in sentences(text) if prices else ():
        for fact in facts_in(sentence)[0]:
            is_limit = fact.kind == "money" or (fact.kind == "number" and not fact.unit)
            side = _SIDE.search(fact.before) if is_limit else None
            if side is None or (side["opens"] and _is_between(fact, side)):
                continue
            if side["opens"] and max(map(Decimal, fact.readings)) <= SIZES:
                continue  # "for 42 there is …" is a size, and no sum
            plain = expanded(sentence)
            parts = named_in(sentence, tuple(prices))
            begins = sentence.startswith(side.group().strip())
            said = [title for part in parts if begins or fact.text in part.text for title in part.titles]
            if not fact.currency and any(fact.text in each for title in said for each in told.get(title, ())):
                continue
            is_all = _ALL.search(plain) or (len(prices) == PAIR and _BOTH.search(plain))
            wanted = set(Mention(sentence, ()).options())
            every = [title for title in prices if wanted <= options.get(title, frozenset())]
            meant = said or (every if is_all and not parts else [])
            is_none = bool(_NONE.search(plain))
            sums = _others_in(sentence, fact) if patterns.SAYS_TOTAL.search(sentence) else []
            if sums and said:  # "together KES 2,750, which is over your 2,000" is said of the sum
                if not _keep(sums, fact, is_under=side["under"]):
                    yield f"{side.group().strip()} {fact.text}", said[0]
                continue
            for title in dict.fromkeys(meant):
                low, high = min(prices[title]), max(prices[title])
                limits = [Decimal(reading) for reading in fact.readings]
                kept = any(low <= limit if side["under"] else high >= limit for limit in limits)
                if kept is is_none and not (is_none and any(low <= limit <= high for limit in limits)):
                    yield f"{side.group().strip()} {fact.text}", title
                    break


def _is_between(fact: Fact, side: re.Match[str]) -> bool:
    """Whether it is what lies between two prices: "for KES 151 more", "so it is cheaper, by KES 151"."""
    return bool(_MORE.match(fact.after) or _BY_SO_MUCH.search(fact.before[: side.start()]))


def _others_in(sentence: str, limit: Fact) -> list[Decimal]:
    """The other amounts of a sentence."""
    others = (fact for fact in facts_in(sentence)[0] if fact.kind == "money" and fact is not limit)
    return [Decimal(reading) for fact in others for reading in fact.readings]


def _keep(amounts: Sequence[Decimal], limit: Fact, *, is_under: str | None) -> bool:
    limits = [Decimal(reading) for reading in limit.readings]
    return all(any(each <= most if is_under else each >= most for most in limits) for each in amounts)


def over_budget(text: str, prices: Prices, budgets: Collection[Decimal]) -> Iterator[tuple[str, str]]:
    """Each item that is said to fit what the customer has to spend, and costs more than any amount they named."""
    for clause in clauses(text) if budgets else ():
        match = None if clause.asks else _IN_BUDGET.search(clause.text)
        if match is None or clause.denies(match.start()):
            continue
        for title in dict.fromkeys(title for part in named_in(clause.text, tuple(prices)) for title in part.titles):
            if min(prices[title]) > max(budgets):
                yield match.group(), title


def _compares(clause: Clause) -> re.Match[str] | None:
    return _CHEAPER.search(clause.text) or _DEARER.search(clause.text)


def _sides(clause: Clause, match: re.Match[str], titles: tuple[str, ...]) -> tuple[str, list[str]]:
    """The item that is said to be cheaper or dearer, and those that it is compared with."""
    than = _THAN.search(clause.text, match.end())
    head = clause.text[: than.start()] if than else clause.text
    named = [title for part in named_in(head, titles) for title in part.titles]
    if len(set(named)) != 1:
        return "", []
    rest = [title for title in titles if title != named[0]]
    if than:
        other = clause.text[than.end() :]
        against = [title for part in named_in(other, titles) for title in part.titles]
        return named[0], against or [title for title in rest if _is_meant(title, other, titles)]
    is_all = len(rest) == 1 or _MOST.search(clause.text)
    return named[0], rest if is_all else []


def _is_meant(title: str, text: str, titles: Sequence[str]) -> bool:
    """Whether a word of its title that no other has stands there: "than the weekly"."""
    others = {word for other in titles if other != title for word in words(other)}
    return any(word in words(text) for word in words(title) if word not in others and not word.isdigit())


def _bears(subject: str, others: Sequence[str], prices: Prices, *, is_cheaper: bool) -> bool:
    own = prices[subject]
    for other in (prices[each] for each in others if each != subject):
        low, high = (own, other) if is_cheaper else (other, own)
        if not (min(low) < min(high) or max(low) < max(high)):
            return False
    return True
