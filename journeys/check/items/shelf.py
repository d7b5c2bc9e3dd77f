"""Whether what a sentence says of the shelf is so: this size and colour is there, sold out, or the last one.

A claim is about the options that its clause names; what a clause leaves open it takes over from the ones before it:
"42 green is sold out: in 42 there is orange", "kijani saizi 42 imeisha, lakini ya chungwa ipo".
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Final

from journeys.check.claims.flags import ItemForm
from journeys.check.claims.made import Claim
from journeys.check.items.bound import measured
from journeys.check.reading.clauses import expanded
from journeys.check.reading.facts import facts_in
from journeys.check.reading.mentions import Mention, named_in
from journeys.check.reading.words import CLAUSES, either
from journeys.language.numbers import spoken
from knowledge import lexicon
from knowledge.text import words

# "Few left" is true up to three.
FEW: Final = 3
_OTHERS: Final = re.compile(rf"\b{either(CLAUSES['others'])}\b")
_NOW: Final = re.compile(
    r"\b(?:still|open|free|left|spots?|slots?|places?|seats?|tomorrow|tonight|\w{3,6}days?|bado|wazi|nafasi|kesho"
    r"|leo|juma\w+|ijumaa)\b"
)
_BUT_OUT: Final = re.compile(
    r"\b(?:but|though|however|unfortunately|lakini|ila|bahati mbaya)\b.{0,40}?"
    r"\b(?:sold out|out of stock|(?:i|zi|vi|ki|u|li|ya)me(?:kw)?isha)\b"
)
# "Silver is sold out and only black is left."
_AND_LEFT: Final = re.compile(
    r"\s(?:and|na)\s(?=(?:only|just|there (?:is|are)|what is left|\w{1,4}li\w{0,4}baki|\w{1,3}mebaki)\b)"
)
_DIGITS: Final = re.compile(r"(?<![\d.,])\d{1,4}(?![\d.,])")
_SIZE: Final = re.compile(r"\b(?:sizes?|saizi|namba|number)\b")
_SIZE_IN_LETTERS: Final = re.compile(r"\d?x{0,3}[sml]", re.IGNORECASE)
_UNKNOWN: Final = "?"
Wanted = Mapping[str, frozenset[str]]


def stands(claim: Claim, forms: Sequence[ItemForm], *, is_out: bool) -> bool:
    """Whether the shelf bears the claim out; `is_out` says that a tool has refused it as sold out.

    Looser words, "we have", "iko", say something of the shelf only where they name an option of an item.
    """
    claim = _of_its_part(claim)
    titles = tuple(dict.fromkeys(form.title for form in forms))
    named = _titles(claim, titles)
    meant = [form for form in forms if form.title in named] if named else list(forms)
    wanted = _wanted(claim, meant, named)
    code = claim.rule.code
    if code == "stock_some" and named and _NOW.search(claim.clause) and not any(form.is_in_stock for form in meant):
        return False  # "there is still a kitesurfing lesson open on Saturday"
    if code == "stock_some" and _BUT_OUT.search(claim.sentence):
        return True  # "we have it in red, but it is sold out": that it is sold out is a claim of its own
    if code in ("stock_some", "stock_none") and not (meant and wanted):
        return True
    fitting = [[form for form in meant if _fits(form, one)] for one in _each(wanted)]
    match code:
        case "stock_in" | "stock_some":
            return bool(fitting) and all(any(form.is_in_stock for form in one) for one in fitting)
        case "stock_none":
            if _is_more_than_there_are(claim, [form for one in fitting for form in one]):
                return True
            return not all(any(form.is_in_stock for form in one) for one in fitting)
        case "stock_out":
            known = [form for one in fitting for form in one]
            return is_out or (bool(known) and not any(form.is_in_stock for form in known))
    found = [form for one in fitting for form in one]
    return len(found) == 1 and found[0].stock is not None and 0 < found[0].stock <= FEW


def _is_more_than_there_are(claim: Claim, forms: Sequence[ItemForm]) -> bool:
    """Whether so many are said not to be there: "15 purple ones we do not have, only 13 are left"."""
    plain = claim.clause
    for value in {value.casefold() for form in forms for value in form.values}:  # "three of the 2 kg bag"
        plain = plain.replace(value, " ")
    sizes = {digits for form in forms for value in form.values for digits in _DIGITS.findall(value)}
    said = [*_DIGITS.findall(plain), *(str(each.value) for each in spoken(plain))]
    counts = [float(each) for each in said] if sizes.isdisjoint(said) and not _SIZE.search(claim.clause) else []
    left = [form.stock for form in forms if form.stock is not None]
    return bool(counts and left) and max(counts) > max(left)


def _of_its_part(claim: Claim) -> Claim:
    """The claim within the part of its clause that it stands in, what stands before that told before it."""
    parts, before = _AND_LEFT.split(claim.clause), claim.before
    for part in parts if len(parts) > 1 else ():
        if claim.words in part:
            return replace(claim, clause=part, before=before)
        before = f"{before} {part}"
    return claim


def _titles(claim: Claim, titles: tuple[str, ...]) -> tuple[str, ...]:
    """The items that the clause names; else the ones named last before it, else those that the sentence names."""
    said = named_in(claim.before, titles)
    here = named_in(claim.clause, titles)
    if here:
        return tuple(title for part in here for title in part.titles)
    return (said or [Mention("", ())])[-1].titles or tuple(
        title for part in named_in(claim.sentence, titles) for title in part.titles
    )


def _wanted(claim: Claim, forms: Sequence[ItemForm], titles: Iterable[str]) -> Wanted:
    """The values that are meant, by option; one that the item does not come in is told by a mark of its own."""
    here = _said(claim.clause, forms, titles)
    if _OTHERS.search(claim.clause):
        return here
    before = _said(claim.before, forms, titles)
    return {name: values for name, values in before.items() if name != _UNKNOWN} | here


def _said(text: str, forms: Sequence[ItemForm], titles: Iterable[str]) -> dict[str, frozenset[str]]:
    plain = expanded(text)
    for title in titles:
        plain = plain.replace(expanded(title), " ")
    every = {(name, value) for form in forms for name, values in form.options.items() for value in values}
    of_measure = set(measured(plain, every, ""))
    options = {value.casefold() for form in forms for value in form.values}
    for fact in facts_in(plain)[0]:
        if fact.kind in ("quantity", "money") and fact.text not in options:  # "1,090" has the 1 of "1 kg"
            plain = plain.replace(fact.text, " ", 1)
    said = {_concept(word) for word in words(plain)}
    found: dict[str, frozenset[str]] = {}
    for form in forms:
        for name, values in form.options.items():
            meant = {
                value
                for value in values
                if (name, value) in of_measure or {_concept(word) for word in words(value)} <= said
            }
            if meant:
                found[name] = found.get(name, frozenset()) | meant
    known = {_concept(word) for form in forms for value in form.values for word in words(value)}
    if any(value not in known for value in Mention(plain, ()).options()):
        found[_UNKNOWN] = frozenset({_UNKNOWN})
    return found


def _each(wanted: Wanted) -> Iterator[Mapping[str, str]]:
    """Every form that is meant: "red and black in 42" are two."""
    for values in product(*wanted.values()):
        yield dict(zip(wanted, values, strict=True))


def _fits(form: ItemForm, wanted: Mapping[str, str]) -> bool:
    return all(value in form.options.get(name, ()) for name, value in wanted.items())


def _concept(word: str) -> str:
    """What it means; a size in letters is itself, though XL and XXL both are large."""
    return word.casefold() if _SIZE_IN_LETTERS.fullmatch(word) else lexicon.concept(word) or word.casefold()
