"""What an item costs all those whom the customer has counted, and what each of them pays of it."""

import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import ROUND_HALF_UP, Decimal
from typing import Final

from journeys.check.claims.flags import ItemForm
from journeys.check.items.counted import counted
from journeys.check.reading.clauses import expanded
from journeys.check.reading.facts import facts_in
from journeys.check.reading.terms import terms_of
from journeys.check.reading.words import UNITS

CENT: Final = Decimal("0.01")
SHILLING: Final = Decimal(1)  # to which prices are rounded where nobody pays cents
_WHOLE_PARTY: Final = re.compile(
    r"\ball (?:of you|two|three|four|five|six|seven|eight)\b|\b(?:the|your) (?:whole )?(?:family|party|group)\b"
    r"|\b(?:both|four|five|six) of you\b|\bfor (?:all|everyone|everybody)\b|\b(?:nyote|familia|(?:wote|watu) pamoja)\b"
    r"|\b(?:in all|altogether|together|total|jumla)\b"
)
_EACH_OF_THEM: Final = re.compile(
    r"\b(?:each|apiece|(?:per|a) (?:person|head)|every one|kila (?:mtu|mmoja|msee)|per msee)\b"
)
# Who has not spoken of sharing it pays the price itself: "each" is then said of the things.
_THEY_SHARE: Final = re.compile(
    r"\b(?:shar(?:e|ed|ing)|split(?:ting)?|divid(?:e|ed|ing)|chip(?:ping)? in|(?:per|a) (?:person|head)"
    r"|each of us|(?:we|us) each|[a-z]{0,6}gaw(?:a|an[a-z]{1,4})|[a-z]{0,6}chang(?:a|i[a-z]{1,4})"
    r"|kila (?:mtu|mmoja|msee)|per msee)\b"
)


def of_all(plain: str, said: Iterable[str], items: Sequence[Sequence[ItemForm]]) -> Iterator[Decimal]:
    """The totals for all of them, by the forms of each item: two adults and two children. `said` are their words."""
    if _WHOLE_PARTY.search(plain):
        yield from (total for each in said for total in _totals(expanded(each), items))


def of_each(plain: str, said: Iterable[str], prices: Iterable[Decimal]) -> Iterator[Decimal]:
    """The part of a price that each of them pays, to the cent and to the shilling, where they speak of sharing it.

    Where a sentence counts them itself, or writes the price, only that is meant."""
    words = [expanded(each) for each in said] if _EACH_OF_THEM.search(plain) else []
    if not any(map(_THEY_SHARE.search, words)):
        return
    theirs = {count for each in words for count in _people(each)}
    meant = here & theirs if (here := set(_people(plain))) else theirs
    written = {Decimal(one) for fact in facts_in(plain)[0] if fact.kind == "money" for one in fact.readings}
    prices = set(prices)
    for price in prices & written or prices:
        yield from ((price / count).quantize(to, ROUND_HALF_UP) for count in meant for to in (CENT, SHILLING))


def _people(plain: str) -> Iterator[Decimal]:
    """The counts that may be of people: no measures, and more than one."""
    found = counted(plain)
    measures = {count for count, word in found if word in UNITS}
    yield from {count for count, _ in found if count > 1} - measures


def _totals(said: str, items: Sequence[Sequence[ItemForm]]) -> Iterator[Decimal]:
    counts = counted(said)
    for forms in items:
        paid = [
            max(form.prices) * next((count for count, word in counts if word and _is_called(form, word)), Decimal(0))
            for form in forms
            if form.prices
        ]
        if sum(part > 0 for part in paid) > 1:
            yield sum(paid, Decimal(0))


def _is_called(form: ItemForm, word: str) -> bool:
    """Whether one of its options is called so, in either language: "adults", "watoto"."""
    meant = terms_of(word)
    return any(meant & terms_of(value) for value in form.values)
