"""Values and options that are said of an item and belong to another: A's price is not B's."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from journeys.check.evidence import Evidence
from journeys.check.items import priced
from journeys.check.reading import patterns
from journeys.check.reading.clauses import expanded, sentences
from journeys.check.reading.facts import Fact, facts_in
from journeys.check.reading.mentions import Mention
from journeys.check.reading.terms import WORD, group_of, terms_of
from journeys.check.strange import talk
from journeys.check.theirs import party
from journeys.check.values import Values
from knowledge.text import words

# Six words in a row are a quotation of the source.
LONG_QUOTE: Final = 6
# What they asked for may be named again, but not as what it comes in.
_COMES_IN: Final = re.compile(
    r"\b(?:comes? in|available|in stock|(?:we|it|they|there) (?:also )?(?:have|has|is|are)"
    r"|iko|ziko|ipo|zipo|ina|zina|ina(?:kuja|come|patikana))\b"
)
# The other side of a comparison: "2,850 against 3,950".
AGAINST: Final = re.compile(
    r"\b(?:against|versus|vs\.?|compared (?:to|with)|dhidi ya|ikilinganishwa na)(?: KES)? $", re.IGNORECASE
)
_ADDED_BEFORE: Final = re.compile(r"(?:\+|\s-\s|\b(?:less|minus|toa)) ?(?:KES ?|Ksh\.? ?)?$", re.IGNORECASE)
_ADDED_AFTER: Final = re.compile(r"\A ?(?:bob ?)?(?:\+|\s?-\s|(?:less|minus|toa)\b)")

_COUNTED_AT: Final = re.compile(
    r"\A ?(?:nights?|months?|tickets?|people|guests|usiku|tiketi|miezi|watu|wageni)"
    r" (?:at|x|\u00d7|kwa|za|ya)(?: KES|\s{2})",
    re.IGNORECASE,
)
# One word may be another word for what an item is; two of one other item are told of that one.
SURELY_THEIRS: Final = 2
_DENIES: Final = re.compile(r"\b(?:not|no|never|than|unlike|without|si|sio|siyo|hakuna|haina|hazina|bila|kuliko)\b")
_OF: Final = (
    r"(?:for|is|of|from|over|overlooks|faces|facing|onto|comes? in"
    r"|kutoka|imetengenezwa kwa|ya|za|cha|wa|la) (?:an? |the )?"
)
_DENIED: Final = re.compile(r"\b(?:not|no|si|sio|rather than|instead of)\b")


_YOU_PAY: Final = re.compile(
    r"\b(?:unalipa|mnalipa|you (?:now |currently )?pay|you are paying)(?: sasa)? (?:KES |Ksh )?$", re.IGNORECASE
)
_OF_PRICE: Final = frozenset(
    (
        "is",
        "are",
        "cost",
        "costs",
        "sells",
        "goes",
        "at",
        "for",
        "ni",
        "ya",
        "kwa",
        "inauzwa",
        "inagharimu",
        "kes",
        "ksh",
    )
)
_AT_PRESENT: Final = re.compile(r"\b(?:sasa|saa hii|now|currently|at (?:present|the moment)|today)\b", re.IGNORECASE)
_NEAR: Final = 30  # letters


def misplaced(text: str, evidence: Evidence) -> Iterator[tuple[str, str]]:
    """Each value that is another item's, and the title of the item it is said of."""
    for sentence in sentences(text):
        yield from _misplaced_in(sentence, text, evidence)


def _misplaced_in(sentence: str, text: str, evidence: Evidence) -> Iterator[tuple[str, str]]:
    """A sentence of an item's own description may hold words of another's title: "dual SIM and a 13 MP camera"."""
    said = words(sentence)
    if len(said) >= LONG_QUOTE and " ".join(said) in evidence.told_plainly:
        return
    for part in evidence.named_in(sentence):
        own = [evidence.told.items[title] for title in part.titles]
        for fact in facts_in(part.text)[0]:
            if fact.kind in ("money", "number", "quantity") and _is_elsewhere(
                fact, own, part, (sentence, text), evidence
            ):
                yield fact.text, part.titles[0]
        if value := _foreign_option(part, evidence) or _foreign_attribute(part, evidence):
            yield value, part.titles[0]


def foreign_words(text: str, evidence: Evidence) -> Iterator[tuple[str, str]]:
    """What is said of an item in words that were told of one other item alone: "the Kipepeo has a heel tab"."""
    for sentence in sentences(text):
        parts = evidence.named_in(sentence)
        is_of_one = len({part.titles for part in parts}) == 1
        if parts and not sentence.rstrip().endswith("?"):
            yield from _foreign_words([Mention(sentence, parts[0].titles)] if is_of_one else parts, evidence)


def _foreign_words(parts: Sequence[Mention], evidence: Evidence) -> Iterator[tuple[str, str]]:
    for titles in dict.fromkeys(part.titles for part in parts):
        own = frozenset[str]().union(*(_terms_of(title, evidence) for title in titles))
        if not any(evidence.told.items[title].texts for title in titles):
            continue
        said = {
            word: group_of(word)
            for part in parts
            if part.titles == titles and not _DENIES.search(expanded(part.text))
            for word in WORD.findall(expanded(part.text))
        }
        news = {
            word: group for word, group in said.items() if group and group.isdisjoint(own) and group.isdisjoint(talk())
        }
        news = {word: group for word, group in news.items() if not any(group & each.terms for each in evidence.sources)}
        for other in evidence.titles:
            theirs = [word for word, group in news.items() if group & _terms_of(other, evidence)]
            if len([word for word in theirs if word in words(other)]) >= SURELY_THEIRS:
                continue  # it is named beside: "with the TV box"
            if other not in titles and len(theirs) >= SURELY_THEIRS:
                yield ", ".join(theirs), titles[0]
                return


def _terms_of(title: str, evidence: Evidence) -> frozenset[str]:
    """What was told of an item speaks of, as terms."""
    own = evidence.told.items[title]
    return _terms_in((title, *own.texts, *own.words))


@lru_cache(maxsize=200)
def _terms_in(texts: tuple[str, ...]) -> frozenset[str]:
    return frozenset(term for text in texts for term in terms_of(text))


def _is_other_measure(fact: Fact, own: list[Values]) -> bool:
    """Whether the items tell another measure of that unit: "two days" of what lasts 24 hours."""
    units = {measure.partition(" ")[2] for measure in fact.measures}
    told = {measure for each in own for measure in each.by_kind.get("measure", ())}
    return bool(units & {measure.partition(" ")[2] for measure in told}) and told.isdisjoint(fact.measures)


def _is_elsewhere(fact: Fact, own: list[Values], part: Mention, within: tuple[str, str], evidence: Evidence) -> bool:
    """`within` are the sentence that the part stands in, and the text."""
    sentence, text = within
    loose, kinds = evidence.told.loose, ("money", "number", "quantity", "named", "percent")
    theirs = (*evidence.said.texts, *evidence.said.words)
    # What comes of a count is looked at itself.
    is_count = (patterns.TIMES_AFTER.match(fact.after) or _COUNTED_AT.match(fact.after)) is not None
    if is_count or fact.is_bound or fact.is_choice or party.is_all_of_them(fact, theirs):
        return False
    if party.is_of_their_case(fact, theirs, evidence.told.texts) or _is_paid_now(fact):
        return False
    if _is_other_measure(fact, own) and not (
        evidence.is_sum(fact, text)
        or evidence.said.holds(fact.measures, "measure")
        or evidence.is_factor(fact, text)
        or any(not unit.values.isdisjoint(fact.measures) for each in evidence.sources for unit in each.units)
        or priced.is_multiple(fact, text, evidence.told.by_kind.get("measure", ()))
    ):
        return True
    if not part.is_named and AGAINST.search(fact.before):
        return False
    if any(each.holds(fact.readings, *kinds) for each in own) or _is_added(fact, text, evidence):
        return False
    if loose is not None and loose.holds(fact.readings, *kinds) and not _is_its_price(fact, part, evidence):
        return False
    if part.stands_in_title(fact.text) or evidence.follows_from_prices(fact, sentence, part.titles):
        return False
    if evidence.is_sum(fact, text):
        return False
    if patterns.SAYS_TOTAL.search(sentence) and evidence.follows_from_prices(fact, text):
        return False  # "the raincoat and the gumboots come to KES 2,750 together"
    return any(other.holds(fact.readings, *kinds) for other in evidence.told.items.values()) or fact.kind == "money"


def _is_its_price(fact: Fact, part: Mention, evidence: Evidence) -> bool:
    """Whether it is said to be the price of an item that is called by a place, which a row of that place has: "the
    Kilimani is KES 200"."""
    before = fact.before.casefold().split()
    while before and before[-1].strip(".,:;*()") in _OF_PRICE:
        before.pop()
    said = " ".join(before).rstrip(" .,:;*()")
    last = words(said)[-1:]
    is_named = said.endswith(tuple(map(str.casefold, part.titles))) or words(said)[-2:-1] == ["the"]
    return fact.kind == "money" and is_named and not evidence.places.isdisjoint(last)


def _is_paid_now(fact: Fact) -> bool:
    """Whether it is what they pay at present, beside another thing: "and you pay KES 1,999 now"."""
    return (
        _YOU_PAY.search(fact.before) is not None
        and _AT_PRESENT.search(f"{fact.before[-_NEAR:]}|{fact.after[:_NEAR]}") is not None
    )


def _is_added(fact: Fact, text: str, evidence: Evidence) -> bool:
    """Whether a sum has it as one of what the sum is made of, told of any item: "9,900 + 4,100", "7,800 - 6,200"."""
    if not (_ADDED_BEFORE.search(fact.before) or _ADDED_AFTER.match(fact.after)):
        return False
    return any(fact.readings & way for ways in evidence.sums(text).values() for way in ways)


def _foreign_option(part: Mention, evidence: Evidence) -> str | None:
    """A size or colour that the item named does not come in."""
    own = frozenset(value for title in part.titles for value in evidence.options[title])
    if not own:
        return None
    for value in part.options():
        is_echo = value in evidence.said_words and not _COMES_IN.search(expanded(part.text))
        if value not in own and not is_echo and value not in _told_of(part.titles, evidence):
            return value
    return None


def _foreign_attribute(part: Mention, evidence: Evidence) -> str | None:
    """What another item is and this one is not: "for men" of a women's shoe."""
    plain = expanded(part.text)
    own = [evidence.told.items[title] for title in part.titles]
    shelves = {expanded(text) for each in own for text in each.texts if " > " in text}
    told = f"{_told_of(part.titles, evidence)} {expanded(' '.join(part.titles))}"
    for shelf in shelves:  # "Rooms > Garden & Pool" gives no room both
        told = told.replace(shelf, " ")
    for name in {name for each in own for name in each.attributes}:
        called = re.escape(name.replace("_", " ").casefold())
        mine = words(f"{told} {' '.join(each.attributes.get(name, '') for each in own)}")
        others = {each.attributes.get(name, "").casefold() for each in evidence.told.items.values()} - {""}
        for value in others:
            is_said = re.search(rf"\b(?:{_OF}|{called} )(?:{re.escape(value)})(?:s|'s)?\b", plain)
            if is_said and not set(words(value)) <= set(mine) and not _DENIED.search(plain[: is_said.end()]):
                return value
    return None


def _told_of(titles: Iterable[str], evidence: Evidence) -> str:
    return expanded(" ".join(text for title in titles for text in evidence.told.items[title].texts))
