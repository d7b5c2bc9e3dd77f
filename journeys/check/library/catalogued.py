"""Whether a clause of a library answer tells of the items that tools told of, and is held to the catalog instead.

Its values, options, stock and comparisons are judged as in any other text; here it is only seen that it speaks of
nothing that its items do not, so that no rule of the house passes for a thing on the shelf.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Final

from journeys.check.claims.made import claims_in
from journeys.check.evidence import Evidence
from journeys.check.items.misplaced import AGAINST
from journeys.check.library.nearest import values_in
from journeys.check.library.reckoned import OF_UNITS, RECKONS
from journeys.check.library.units import denied_in
from journeys.check.reading.clauses import Clause, clauses, expanded
from journeys.check.reading.facts import Fact
from journeys.check.reading.readings import key
from journeys.check.reading.terms import WORD, groups_of, terms_of
from journeys.check.reading.words import TALK
from journeys.check.strange import talk
from journeys.check.values import Values
from journeys.local.purchase.ages import without_years
from knowledge import lexicon
from knowledge.text import fold, words

OfItems = Callable[[Clause, str], bool]
# Prices are compared by rules of their own; of nothing else do items say which has more.
_OF_PRICE: Final = re.compile(
    r"per\Z|(?:cheap|dear|pric|low|high|small|bigg|larg|long|short|oth|eith|rath|und|ov|aft|nev|togeth)e"
)
_COMPARED: Final = frozenset(
    word for word in TALK.split() if word.endswith(("er", "est")) and not _OF_PRICE.match(word)
) | {"better", "best", "bora", "kuliko"}
# When it holds is told of each item, or not at all.
_OF_THE_DAY: Final = terms_of("day night morning noon evening mchana usiku asubuhi jioni")
_OFFERED: Final = terms_of("code coupon offer discount drops falls msimbo kodi kuponi ofa punguzo")
# No item says how or for how much it is brought, unless in its own words.
_BROUGHT: Final = terms_of("delivery")
_FREE: Final = re.compile(r"\b(?:free|bure)\b(?! to\b)")
_NONE: Final = frozenset({"none", "no", "not included", "0", "hakuna", "hapana"})
_EACH: Final = re.compile(r"\b(?:both|all|each|every|two|three|zote|vyote|yote|wote|kila|mbili|tatu)\b")


def of_items(clause: Clause, sentence: str, evidence: Evidence) -> bool:
    """Whether it speaks of the items that its sentence names, in their own words and with their own values."""
    text = clause.text
    if not _COMPARED.isdisjoint(WORD.findall(text)):
        return False
    own = {title for part in evidence.named_in(text) for title in part.titles}
    named = own or {title for part in evidence.named_in(sentence) for title in part.titles}
    if _denies_them(clause, named or evidence.titles, evidence) or _is_free_of_itself(clause, named, evidence):
        return False
    if named:
        return _carry(sorted(named), text, sentence, evidence)
    if not evidence.places.isdisjoint(WORD.findall(text)):
        return False  # what it costs to a place is told by the passage that names it
    return any(_carry([title], text, sentence, evidence, is_named=False) for title in evidence.titles)


def _is_free_of_itself(clause: Clause, titles: Iterable[str], evidence: Evidence) -> bool:
    """Whether it gives away what no item says to be free: a house rule of its sources must carry that."""
    free = _FREE.search(clause.text)
    if free is None or clause.denies(free.start()):
        return False
    told = (text for title in titles or evidence.titles for text in evidence.told.items[title].texts)
    return not any(map(_FREE.search, map(expanded, told)))


def _denies_them(clause: Clause, titles: Iterable[str], evidence: Evidence) -> bool:
    """Whether it denies what an item says of itself: "without any ID", of one that needs an ID.

    That a form is not there is judged by what is on the shelf."""
    denied = [group for group in denied_in(clause) if group.isdisjoint(talk())]
    if not denied:
        return False
    told = frozenset[str]().union(*(_affirmed_of(evidence.told.items[title]) for title in titles))
    named = terms_of(" ".join((*titles, *(value for title in titles for value in evidence.options[title]))))
    return any(group & told and group.isdisjoint(named) for group in denied)


def _affirmed_of(item: Values) -> frozenset[str]:
    """What an item says that it has; not what an attribute of its own says that there is none of: "contract: none"."""
    none = terms_of(" ".join(name for name, value in item.attributes.items() if fold(value) in _NONE))
    return _affirmed(tuple(item.texts)) - none


def _carry(titles: Sequence[str], clause: str, sentence: str, evidence: Evidence, *, is_named: bool = True) -> bool:
    """Whether these items carry it; one that is not named must be known by its own words, or be the only one."""
    known = [_terms(title, evidence.told.items[title]) for title in titles]
    told = frozenset.intersection(*known) if _EACH.search(clause) else frozenset.union(*known)
    claimed = frozenset(term for claim in claims_in(clause) for term in terms_of(claim.words))
    plain = (talk() | RECKONS | OF_UNITS | _of_offers(evidence)) - _OF_THE_DAY
    groups = groups_of(clause)
    if not all(group & (told | claimed | plain) for group in groups):
        return False
    if any(group & _BROUGHT and group.isdisjoint(told) for group in groups):
        return False
    facts = values_in(clause)
    own = told - ((talk() | RECKONS) - _OF_THE_DAY)
    is_known = is_named or any(group & own for group in groups) or (len(evidence.titles) == 1 and bool(facts))
    is_known = is_known or any(_has_alone(fact, titles, evidence) for fact in facts)
    return is_known and all(_is_of(fact, clause, sentence, titles, evidence) for fact in facts)


def _has_alone(fact: Fact, titles: Sequence[str], evidence: Evidence) -> bool:
    """Whether it is a price that only these have."""
    having = [title for title, item in evidence.prices.items() if not fact.readings.isdisjoint(map(key, item.prices))]
    return fact.kind == "money" and having == [*titles]


def _is_of(fact: Fact, clause: str, sentence: str, titles: Sequence[str], evidence: Evidence) -> bool:
    """Whether a value is one of the items', a price that of the forms that the clause names."""
    if not fact.readings.isdisjoint(evidence.sums(sentence)):
        return True
    forms = evidence.forms(titles)
    prices = {key(price) for form in forms for price in form.prices}
    if fact.kind == "money" and not prices.isdisjoint(fact.readings):
        meant = [form for form in forms if any(_is_named(value, clause) for value in form.values)] or forms
        return any(not fact.readings.isdisjoint(map(key, form.prices)) for form in meant)
    readings = fact.measures or fact.readings | fact.hours  # "six months" are no 6 litres
    kinds = [values for title in titles for values in evidence.told.items[title].by_kind.values()]
    is_theirs = not evidence.asked.isdisjoint(fact.readings | fact.hours)
    is_told = is_theirs or any(not values.isdisjoint(readings) for values in kinds)
    of_another = evidence.titles if AGAINST.search(fact.before) else ()  # "KES 67 a GB against KES 100"
    return is_told or evidence.follows_from_prices(fact, sentence, of_another)


def _of_offers(evidence: Evidence) -> frozenset[str]:
    """What the offers are called and how one speaks of them; their terms are looked at by themselves."""
    offers = evidence.flags.offers
    named = frozenset(term for offer in offers for text in (offer.name, offer.code or "") for term in terms_of(text))
    return named | _OFFERED if offers else frozenset()


def _is_named(option: str, clause: str) -> bool:
    """Whether a clause names it, in either language and without its ages: "children", of "child 4-12"."""
    bare = without_years(option)
    if _stems(bare) <= _stems(clause):
        return True
    said = terms_of(clause)
    return bare.replace(" ", "").isalpha() and all(group & said for group in groups_of(bare))


def _stems(text: str) -> frozenset[str]:
    return frozenset(map(lexicon.stem, words(text)))


def _terms(title: str, item: Values) -> frozenset[str]:
    return _terms_of((title, *item.texts, *item.words))


@lru_cache(maxsize=256)
def _affirmed(texts: tuple[str, ...]) -> frozenset[str]:
    """What texts speak of and do not deny: of "no cable" not the cable."""
    parts = [clause for text in texts for clause in clauses(text)]
    denied = frozenset(term for clause in parts for group in denied_in(clause) for term in group)
    return _terms_of(texts) - denied


@lru_cache(maxsize=256)
def _terms_of(texts: tuple[str, ...]) -> frozenset[str]:
    return frozenset(term for text in texts for term in terms_of(text))
