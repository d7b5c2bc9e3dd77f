"""The customer's own case: how many people they said they are, how large the house is that something is for."""

import re
from collections.abc import Collection, Iterable
from decimal import Decimal
from typing import Final

from journeys.check.reading import patterns
from journeys.check.reading.clauses import clauses_of, sentences
from journeys.check.reading.facts import Fact, facts_in
from journeys.check.reading.terms import group_of, terms_of
from journeys.check.theirs import left_over, passed_on
from journeys.local import circumstances
from knowledge.text import fold

_FOR: Final = re.compile(r"(?:and |but |na |lakini )?(?:for|with|kwa|ya)\b")
# The circumstances that something is sought for.
_CASE: Final = re.compile(r"\b(?:for|in|with|kwa|ya) (?:an? |your |the )?$", re.IGNORECASE)
_THEIR_AMOUNT: Final = re.compile(
    r"(?:\b(?:your (?:[a-z]{2,12} ){0,2}(?:of|at|is)|an? order (?:of|worth|for)|months?(?: left)? (?:of|at)|you pay"
    # A count with its unit is read before amounts are, and leaves its place empty: "five months at KES 2,999".
    r"|unalipa|oda (?:yako )?ya)|\s{5}(?:at|of|kwa|x|\u00d7))(?: (?:KES|Ksh))? ?$",
    re.IGNORECASE,
)
# "My order is 6200", "nimeweka kando elfu ishirini": what a fee is added to, or a price taken from.
_THEIR_ORDER: Final = re.compile(
    r"\b(?:(?:my|our) (?:order|basket|cart|goods|shopping|total|budget)"
    r"|(?:oda|order|kikapu|mzigo|bajeti) (?:yangu|yetu|wangu|wetu)|(?:ni|tu)meweka kando)"
    r"(?: (?:is|of|at|comes? to|ni|ya|za|wa|iko|around|about|worth)){0,2} (?:KES ?|Ksh ?)?$",
    re.IGNORECASE,
)
# "Wasini ya 5k yao", "theirs at 5,000": what others ask for.
_OF_OTHERS: Final = re.compile(
    r"\W{0,2}(?:yao|zao|wao|(?:that )?they (?:ask|want|charge|quote|offer|sell)\w{0,3})\b", re.IGNORECASE
)
_AT_OTHERS: Final = re.compile(
    r"\b(?:(?:their|theirs|wanauza|wanawauzia)(?: [a-z]{2,12}){0,3}|(?:hiyo|hio|ile) (?:[a-z]{3,12} )?ya"
    r"|that (?:one )?(?:at|for)) (?:KES ?|Ksh ?)?$",
    re.IGNORECASE,
)
_THEY_PAY: Final = re.compile(
    r"\b(?:(?:i|we)(?: am|'m)? pay(?:ing)?|(?:nina|tuna|na|twa)lipa) (?:KES ?|Ksh ?)?$", re.IGNORECASE
)
SORRY: Final = re.compile(
    r"\W{0,3}(?:(?:i am|we are|i'm|we're) )?(?:very |so |really )?(?:sorry|pole|samahani)\b", re.IGNORECASE
)
_PAYS: Final = re.compile(r"\b(?:pay|charge|send|prompt|costs?|\w*lip\w{1,4}|tuma|nitume|ni kes|bei)\b", re.IGNORECASE)
_SAYS_MORE: Final = re.compile(r"[;:]|,(?!\d)|\b(?:but|and|lakini|ila) ", re.IGNORECASE)
_COUNTED: Final = re.compile(r"(?P<number>\d{1,4})[ -](?P<of>[a-z]{3,20})")
# "3 ladies n my daughter": each of them counts, and whoever writes may be one more.
_SOME: Final = re.compile(
    r"\b(?P<number>\d{1,2}|two|three|four|five|six|wawili|watatu|wanne|watano|mbili|tatu|nne|tano) (?:of us|"
    r"(?:(?:young|small|little|more|other) )?(?:people|persons|pax|adults?|ladies|women|men|guys|friends|girls|boys"
    r"|kids|child(?:ren)?|guests|couples?|colleagues|cousins|brothers|sisters|sons|daughters))\b"
    r"|\b(?:watu (?:wazima )?|wageni |watoto |wasee |watoi |wasichana |wavulana |sisi )"
    r"(?P<baada>\d{1,2}|wawili|watatu|wanne|watano)\b"
    r"|\b(?:my|our) (?P<one>[a-z]{2,12} )?(?:wife|husband|daughter|son|mum|mom|mother|dad|father|sister|brother|bro|sis"
    r"|friend|bf|gf|boyfriend|girlfriend|kid|child|baby|cousin|partner|boss|colleague)\b"
    r"|\b(?:mke|mume|binti|mwana|mtoto|mama|baba|dada|kaka|rafiki|mpenzi) (?:wangu|wetu|yangu)\b"
)
_NUMBERS: Final = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "wawili": 2, "mbili": 2, "watatu": 3, "tatu": 3, "wanne": 4,
    "nne": 4, "watano": 5, "tano": 5,
}  # fmt: skip
_OF_YOU: Final = re.compile(r"\A (?:of you|nyote)\b", re.IGNORECASE)
_YOU_ALL: Final = re.compile(r"\b(?:nyinyi|ninyi|nyote|you) $", re.IGNORECASE)
# Where a count stands, in what comes before and after it.
_KINDS: Final = {
    "adult": re.compile(r"\b(?:watu )?wazima (?:wa)?\||\| adults?\b", re.IGNORECASE),
    "child": re.compile(r"\b(?:watoto|mtoto|watoi|mtoi) \||\| (?:child(?:ren)?|kids?)\b", re.IGNORECASE),
}
_OF_KIND: Final = {"adult": re.compile(r"adult|wazima"), "child": re.compile(r"child|kid|watoto|watoi")}
LEAST: Final = 100  # shillings, below which a number may count anything
LONGEST_WORD: Final = 24
"""Letters after a number, in which the name of what it counts begins."""
_PEOPLE: Final = terms_of("people persons guests adults children watu wageni wasee")


def is_theirs(fact: Fact, text: str, theirs: Iterable[str]) -> bool:
    """Whether it counts people as the customer's words do, where nothing is said of them: "kwa watu 120 sina bei".

    That a hall takes 120 is another matter."""
    theirs = (*theirs,)
    if is_all_of_them(fact, theirs) or is_some_of_them(fact, theirs):
        return True
    people = _people(fact)
    if not people or not any(people & _people(other) for each in theirs for other in facts_in(each)[0]):
        return False
    said = fact.text.casefold()
    for sentence in sentences(text):
        clauses = clauses_of(sentence)
        for clause, after in zip(clauses, (*clauses[1:], None), strict=True):
            leads_up = after is not None and after.asks and _FOR.match(clause.text)
            if said in clause.text and (clause.asks or leads_up):
                return True
    return False


def is_of_their_case(fact: Fact, theirs: Iterable[str], told: Iterable[str]) -> bool:
    """Whether it counts what only the customer has counted: "for a 4-bedroom house", where nothing has any."""
    counted = _COUNTED.search(f"{fact.text.casefold()}{fact.after[:LONGEST_WORD].casefold()}")
    if counted is None or not _CASE.search(fact.before):
        return False
    theirs_so = re.compile(rf"(?<![\w.,]){re.escape(counted['number'])}[ -]{counted['of']}")
    any_so = re.compile(rf"\d[ -]{counted['of']}")
    return any(theirs_so.search(each.casefold()) for each in theirs) and not any(
        any_so.search(each.casefold()) for each in told
    )


def is_all_of_them(fact: Fact, theirs: Iterable[str]) -> bool:
    """Whether it counts all whom the customer has named, with whoever writes or without: "it takes the 4 of you"."""
    if fact.currency or not (_OF_YOU.match(fact.after) or _YOU_ALL.search(fact.before)):
        return False
    counts = {sum(_many(found) for found in _SOME.finditer(each.casefold())) for each in theirs}
    return any({str(count), str(count + 1)} & fact.readings for count in counts if count)


def is_some_of_them(fact: Fact, theirs: Iterable[str]) -> bool:
    """Whether it counts the grown-ups or the children of those whom the customer has named, with some of whom they told
    the age: of "2 adults, a girl of 15 and a boy of 8" three may pay as adults, and one as a child."""
    kind = next(
        (kind for kind, word in _KINDS.items() if word.search(f"{fact.before[-LONGEST_WORD:]}|{fact.after}")), ""
    )
    if not kind or fact.currency:
        return False
    for said in map(fold, theirs):
        told = [_many(found) for found in _SOME.finditer(said) if _OF_KIND[kind].search(found[0])]
        counts = range(sum(told), sum(told) + len(circumstances.ages(said)) + 1)
        if not fact.readings.isdisjoint(map(str, counts)):
            return True
    return False


def _many(found: re.Match[str]) -> int:
    number = found["number"] or found["baada"] or "1"
    return int(number) if number.isdecimal() else _NUMBERS[number]


def is_spoken_of(fact: Fact, text: str, budgets: Collection[Decimal], theirs: Iterable[str]) -> bool:
    """Whether it is an amount that the customer has named as theirs, or that is spoken of so, asked about, regretted or
    passed on to a person."""
    theirs = (*theirs,)
    is_own = fact.kind == "money" and not fact.readings.isdisjoint(ordered(theirs))
    is_named = is_own or _is_their_amount(fact, budgets) or _is_asked(fact, text, budgets)
    is_named = is_named or left_over.is_spoken_of(fact, text, budgets)
    return is_named or _is_regretted(fact, text, theirs) or passed_on.is_passed_on(fact, sentences(text), theirs)


def _is_their_amount(fact: Fact, budgets: Collection[Decimal]) -> bool:
    """Whether it is an amount that the customer has named, spoken of as theirs: "your order of KES 6,200"."""
    is_money = fact.kind in ("money", "number") and not fact.unit
    is_of_them = _THEIR_AMOUNT.search(fact.before) or _AT_OTHERS.search(fact.before) or _OF_OTHERS.match(fact.after)
    return is_money and bool(is_of_them) and any(Decimal(each) in budgets for each in fact.readings)


def amounts_in(text: str, budgets: Collection[Decimal], theirs: Iterable[str]) -> frozenset[str]:
    """The customer's own amounts that a sum in a text may be made of, as they are read."""
    facts = (
        fact for fact in facts_in(text)[0]
        if _is_their_amount(fact, budgets) or left_over.is_spoken_of(fact, text, budgets)
    )  # fmt: skip
    return ordered(theirs).union(*(fact.readings for fact in facts))


def paid(theirs: Iterable[str]) -> frozenset[str]:
    """The amounts that the customer says they pay: "I pay 2,999 a month", of which a share may be owed."""
    facts = (fact for each in theirs for fact in facts_in(each)[0] if fact.kind in ("money", "number"))
    return frozenset(each for fact in facts if _THEY_PAY.search(fact.before) for each in fact.readings)


def ordered(theirs: Iterable[str]) -> frozenset[str]:
    """The amounts that the customer's words say that their order comes to, or that they have for it."""
    facts = (fact for each in theirs for fact in facts_in(each)[0] if fact.kind in ("money", "number", "id"))
    found = (fact.readings if fact.kind != "id" else {fact.text} for fact in facts if _THEIR_ORDER.search(fact.before))
    return frozenset(each for readings in found for each in readings if each.isdecimal() and Decimal(each) >= LEAST)


def _is_regretted(fact: Fact, text: str, theirs: Iterable[str]) -> bool:
    """Whether it is an amount that the customer has named, and we are but sorry about it: "pole kwa hiyo 200"."""
    within = (sentence for sentence in sentences(text) if fact.text in sentence)
    is_so = all(
        SORRY.match(sentence)
        and fact.text in (said := _SAYS_MORE.split(sentence)[0])
        and passed_on.as_often(said, theirs)
        for sentence in within
    )
    said = (other for each in theirs for other in facts_in(each)[0] if other.kind in ("money", "number"))
    return is_so and any(not fact.readings.isdisjoint(other.readings) for other in said)


def _is_asked(fact: Fact, text: str, budgets: Collection[Decimal]) -> bool:
    """Whether it is an amount that the customer has named, and they are but asked: "is 3,500 a firm limit?"."""
    within = [sentence for sentence in sentences(text) if fact.text in sentence]
    is_so = bool(within) and all(each.rstrip().endswith("?") and not _PAYS.search(each) for each in within)
    return is_so and any(Decimal(each) in budgets for each in fact.readings if fact.kind in ("money", "number"))


def _people(fact: Fact) -> frozenset[str]:
    """How many people it counts; none where it counts anything else."""
    if fact.kind not in ("number", "money", "quantity") or fact.currency:
        return frozenset()
    beside = (patterns.LAST_WORD.search(fact.before), patterns.NEXT_WORD.match(fact.after))
    counts = any(word and group_of(word.group(1).casefold()) & _PEOPLE for word in beside)
    return fact.readings if counts else frozenset()
