"""What an item is made of, has, is for or includes: told of that item, or it is made up.

Words of a few closed kinds (materials, meals, who wears it, what a room has) mean nothing but a feature, so that each
must stand in what was told of the items that its sentence names, or of any where it names none.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from journeys.check.claims.made import Claim
from journeys.check.claims.spoken_of import titles_of
from journeys.check.evidence import Evidence
from journeys.check.reading.clauses import Clause, clauses, expanded
from journeys.check.reading.facts import facts_in
from journeys.check.reading.mentions import named_in
from journeys.check.reading.readings import key
from journeys.check.reading.terms import WORD, group_of, groups_of, terms_of
from journeys.check.reading.words import FEATURES, MONTHS, either
from journeys.check.strange import talk
from journeys.check.theirs.party import SORRY
from journeys.check.values import Values
from journeys.language.numbers import spoken
from knowledge import lexicon

LONG_MONTH: Final = 3  # "May" is another word too
_FEATURE: Final = re.compile(
    rf"\b(?:{either(FEATURES['words'])}|{either(name for name in MONTHS if len(name) > LONG_MONTH)})\b"
)
# What else a word of a kind may be told by: "ladies" of a women's shoe.
_KINDS: Final = {word: kind for kind, words in FEATURES.items() if kind != "words" for word in words}
_ALSO: Final = {kind: {kind} for kind in FEATURES} | {"men": {"men", "unisex"}, "women": {"women", "unisex"}}
# What is eaten by whoever has that board; whether a room has it is told by its options.
_BOARDS: Final = {
    "half board": {"breakfast", "dinner"},
    "full board": {"breakfast", "lunch", "dinner"},
    "bed and breakfast": {"breakfast"},
}
_OF_A_KIND: Final = re.compile(rf"\b{either(_KINDS)}\b")
# "Only at night", of what holds at any hour.
_ONLY_THEN: Final = re.compile(
    r"\b(?:only|just|exclusively)\b(?: [a-z]{1,12}){0,5}? (?P<when>nights?|days?|daytime|mornings?|evenings?"
    r"|weekends?|weekdays?|noon)\b"
    r"|\b(?P<then>usiku|mchana|asubuhi|jioni|wikendi|night|day|weekend)\b(?: [a-z]{1,12}){0,2}? (?:only|tu|pekee)\b"
)
# Of others than those that the sentence names.
_OTHERS: Final = re.compile(r"\b(?:others?|the rest|zingine|nyingine|mengine|vingine)\b")
_FREE: Final = re.compile(r"\b(?:free|bure)\b")
_OF_DELIVERY: Final = re.compile(r"\b(?:deliver\w*|shipping|courier|rider|usafirishaji|ku(?:leta|peleka|tuma))\b")
# "Half of the charcoal of a metal one".
_OTHER_ONE: Final = re.compile(r"\b(?:of|than|like|unlike|as) an? (?P<other>[a-z]{3,12}) one\b")
_COMPARES: Final = re.compile(
    r"\b(?:half|quarter|third|less|more|than|unlike|against|compared|as much|nusu|robo|theluthi|kidogo|kuliko|tofauti"
    r"|ikilinganishwa|badala)\b"
)
_COMES_WITH: Final = re.compile(r"comes with\b")
_DIGITS: Final = re.compile(r"\d+")
_MOST: Final = re.compile(
    r"\b(light|soft|fast|firm|strong|tough|warm|cool|quiet|gentl|sturd|thick|thin|heav|flexibl|durabl)i?est\b"
    r"|\bmost (comfortable|durable|breathable|flexible|stable|cushioned|modern|powerful)\b"
    r"|\b(light|soft|fast|firm|strong|tough|warm|cool|quiet|sturd|thick|thin|heav)i?er than (?:any|all|every|most"
    r"|other|the rest)"
    r"|\b(light|soft|fast|firm|strong|warm|nyepesi|laini|imara|kasi|joto) (?:zaidi ya (?:zote|vyote|yote)"
    r"|kuliko (?:zote|vyote|yote))"
)
_SLEEPS: Final = re.compile(
    r"\b(?:sleeps?|(?:room|space|beds?|big enough) for|accommodates?|(?:i|ki|vi|zi)n(?:a|aweza ku)lala|inatosha|hulala)"
    r"(?: up to| watu| wageni)? (?P<number>[a-z]{3,8}|\d{1,2})(?: (?:people|guests|adults|persons|of you|watu"
    r"|wageni))?\b"
)


# For whom by their age, where an item says from which age it is: "6+", "3-8".
_AGES: Final = re.compile(r"(?P<from>\d{1,2}) ?(?:\+|(?:-|to) ?(?P<to>\d{1,2})|and up)", re.IGNORECASE)
_OF_AGE: Final = re.compile(
    r"(?P<side>\b(?:under|below|younger than|over|above|older than|chini ya|zaidi ya)(?: miaka| umri| age)? )?"
    r"(?:\b(?:aged?(?: of)?|children of|child of|kids? of|(?:umri (?:wa )?)?miaka) (?P<age>\d{1,2})\b"
    r"|\b(?P<years>\d{1,2})[ -]years?[ -]olds?\b)"
)
_TOO_YOUNG: Final = re.compile(r"\b(?:too (?:young|small|little)|wadogo sana|mdogo sana|bado (?:m|wa)dogo)\b")
_EACH: Final = re.compile(r"\b(?:both|all|each|every|zote|vyote|yote|wote|kila)\b")


def made_up(text: str, evidence: Evidence) -> Iterator[str]:
    """Each feature of a text that was not told; to be asked for it does not make it so."""
    for clause in clauses(text):
        if clause.asks:
            continue
        for match in (*_FEATURE.finditer(clause.text), *_OF_A_KIND.finditer(clause.text)):
            if match.group() in MONTHS and _is_of_their_date(clause, evidence):
                continue
            if SORRY.match(clause.sentence) and group_of(match.group()) & evidence.terms:
                continue  # what they complain of is regretted in their own words
            if clause.denies(match.start()) or _is_of_a_name(match.group(), clause, evidence):
                continue
            if not _is_told(match.group(), clause, evidence):
                yield match.group()
        only = _ONLY_THEN.search(clause.text)
        if only and evidence.titles and not clause.denies(only.start()):
            when = only["when"] or only["then"]
            if any(terms_of(when).isdisjoint(told) for told in _told_of(clause, evidence)):
                yield only.group()
        yield from _of_the_other(clause, evidence)
        yield from _too_many(clause, evidence)
        yield from _other_number(clause, evidence)
        yield from _other_age(clause, evidence)
        yield from _superlative(clause, evidence)


def _of_the_other(clause: Clause, evidence: Evidence) -> Iterator[str]:
    """What is told only of that with which an item is compared: "of metal", of what burns "half of a metal one"."""
    for title in _titles(clause, evidence.titles) or evidence.titles:
        texts = tuple(map(expanded, evidence.told.items[title].texts))
        others = _terms(tuple(found["other"] for text in texts for found in _OTHER_ONE.finditer(text)))
        others -= _terms(tuple(_OTHER_ONE.sub(" ", text) for text in texts)) if others else frozenset()
        compares = _COMPARES.search(clause.text)
        for match in WORD.finditer(clause.text) if others else ():
            if group_of(match.group()) & others and not (compares and compares.start() < match.start()):
                yield match.group()


def _is_of_a_name(said: str, clause: Clause, evidence: Evidence) -> bool:
    """Whether it is said only in the name of an item: the minutes of "All-Network 60 Minutes"."""
    names = [name for name in map(expanded, evidence.titles) if said in name and name in clause.text]
    beside = clause.text
    for name in names:
        beside = beside.replace(name, " ")
    return bool(names) and said not in beside


def _superlative(clause: Clause, evidence: Evidence) -> Iterator[str]:
    """What an item is said to be most of all, and is not said to be at all: "the lightest of them"."""
    titles = _titles(clause, evidence.titles)
    told = expanded(" ".join(text for title in titles or evidence.titles for text in evidence.told.items[title].texts))
    for match in _MOST.finditer(clause.text) if evidence.titles else ():
        base = next(filter(None, match.groups()))
        of = (base, *terms_of(base))
        if not clause.denies(match.start()) and not any(re.search(rf"\b{re.escape(each)}", told) for each in of):
            yield match.group()


def _other_number(clause: Clause, evidence: Evidence) -> Iterator[str]:
    """Another number than an attribute of the item has: "by two therapists", of what has one."""
    for title in _meant(clause, evidence.titles) or evidence.titles:
        own = evidence.told.items[title]
        for name, value in own.attributes.items():
            told = {key(each.value) for each in spoken(value.casefold())} | set(_DIGITS.findall(value))
            said = re.search(rf"\b(?P<number>[a-z]{{3,6}}|\d{{1,2}}) {re.escape(name)}s?\b", clause.text)
            number = _numbers(said["number"]) if said and told and name.isalpha() else set()
            if not said or not number or not number.isdisjoint(told) or _is_of_a_name(said.group(), clause, evidence):
                continue
            if not any(said.group() in expanded(text) for text in own.texts):  # "six power levels", of 700 W
                yield said.group()
                return


def _other_age(clause: Clause, evidence: Evidence) -> Iterator[str]:
    """For whom an item is said to be that is too young for it, or not to be that is old enough."""
    said = _OF_AGE.search(clause.text)
    if said is None or said["side"]:
        return
    age, is_denied = int(said["age"] or said["years"]), clause.denies(said.start()) or _TOO_YOUNG.search(clause.text)
    for title in _titles(clause, evidence.titles) or evidence.titles:
        for name, value in evidence.told.items[title].attributes.items():
            span = _AGES.match(value.strip()) if "age" in name.split() else None
            if span and bool(is_denied) == (int(span["from"]) <= age <= int(span["to"] or age)):
                yield said.group()
                return


def comes_with_it(claim: Claim, evidence: Evidence) -> bool:
    """Whether what an item is said to come with was told of it: "comes with a hood" gives nothing away."""
    _, said, thing = claim.clause.partition(claim.words)
    if not evidence.titles or not _COMES_WITH.match(said):
        return False
    titles = {title for part in evidence.named_in(claim.sentence) for title in part.titles} or evidence.titles
    of = [group for group in groups_of(thing) if group.isdisjoint(talk())]
    told = (_terms((title, *(own := evidence.told.items[title]).texts, *own.words)) for title in titles)
    return bool(of) and any(all(group & own for group in of) for own in told)


def is_free_with_it(claim: Claim, evidence: Evidence) -> bool:
    """Whether an item has so much of it for free in its own words: "10 GB free every month for three months"."""
    spans = [fact.measures for fact in facts_in(claim.clause)[0] if fact.measures]
    if claim.is_denied or not spans or _OF_DELIVERY.search(claim.clause):
        return False
    titles = {title for part in evidence.named_in(claim.sentence) for title in part.titles} or evidence.titles
    of_items = (text for title in titles for text in evidence.told.items[title].texts)
    told = [text for text in of_items if _FREE.search(expanded(text))]
    measures = {measure for text in told for fact in facts_in(text)[0] for measure in fact.measures}
    others = {measure for title in titles for measure in evidence.told.items[title].by_kind.get("measure", ())}
    is_of_it = any(not span.isdisjoint(measures) for span in spans)
    return is_of_it and all(not span.isdisjoint(measures | others) for span in spans)


def is_its_warranty(claim: Claim, evidence: Evidence) -> bool:
    """Whether the one item that it is made of has a warranty in its own words, for as long as the clause says."""
    titles = titles_of(claim, evidence)
    spans = [fact.measures for fact in facts_in(claim.clause)[0] if fact.measures]
    if claim.is_denied or len(titles) != 1 or not spans:
        return False
    own = evidence.told.items[next(iter(titles))]
    texts = [text for text in own.texts if claim.words in expanded(text)]
    told = {measure for text in texts for fact in facts_in(text)[0] for measure in fact.measures}
    return bool(texts) and all(not span.isdisjoint(told) for span in spans)


def includes_it(claim: Claim, evidence: Evidence) -> bool:
    """Whether an item that is named, or each where none is, was told to have what it is said to include."""
    if claim.is_denied or not evidence.titles:
        return False
    titles = {title for part in evidence.named_in(claim.sentence) for title in part.titles}
    told = {title: (*(own := evidence.told.items[title]).texts, *own.words) for title in titles or evidence.titles}
    named = _terms(tuple(told)) | talk() | (terms_of(claim.words) if claim.rule.code == "included" else frozenset())
    of = [group for group in groups_of(claim.clause) if group.isdisjoint(named)]
    return bool(of) and (any if titles else all)(all(group & _terms(own) for group in of) for own in told.values())


def _is_of_their_date(clause: Clause, evidence: Evidence) -> bool:
    """Whether all its dates are the customer's own: "from 5 to 8 January"."""
    theirs = evidence.said.by_kind.get("date", set()) | evidence.own_times(clause.text)
    dates = [fact for fact in facts_in(clause.text)[0] if fact.kind == "date"]
    return bool(dates) and all(not fact.readings.isdisjoint(theirs) for fact in dates)


def _too_many(clause: Clause, evidence: Evidence) -> Iterator[str]:
    """For how many an item is said to be, where no such number was told of it: "the Garden Room sleeps four"."""
    sleeps = _SLEEPS.search(clause.text)
    if sleeps is None or not evidence.titles or clause.denies(sleeps.start()):
        return
    titles = _titles(clause, evidence.titles) or evidence.titles
    told = [text for title in titles for text in evidence.told.items[title].texts]
    known = {key(each.value) for text in told for each in spoken(text.casefold())}
    known |= {reading for title in titles for reading in evidence.told.items[title].by_kind.get("number", ())}
    said = _numbers(sleeps["number"])
    if said and said.isdisjoint(known):
        yield sleeps.group()


def _numbers(word: str) -> set[str]:
    return {key(each.value) for each in spoken(word)} | ({word} if word.isdigit() else set())


def _is_told(word: str, clause: Clause, evidence: Evidence) -> bool:
    if any(board in clause.sentence and _KINDS.get(word) in meals for board, meals in _BOARDS.items()):
        return True
    meant = [word, *(other for other, kind in _KINDS.items() if kind in _ALSO.get(_KINDS.get(word, ""), ()))]
    # "Mbao" is twenty shillings too, and no term by itself.
    ways = [groups for each in meant if (groups := groups_of(each) or [*filter(None, [_concepts(each)])])]
    return all(any(all(group & told for group in way) for way in ways) for told in _told_of(clause, evidence))


def _concepts(word: str) -> frozenset[str]:
    concept = lexicon.concept(word)
    return frozenset({concept}) if concept else frozenset()


def _told_of(clause: Clause, evidence: Evidence) -> list[frozenset[str]]:
    """What was told of the items that a clause names; of each where it says "both", of any where it names none."""
    titles, loose = _titles(clause, evidence.titles), evidence.told.loose or Values()
    beside = _terms((*loose.texts, *loose.words))
    each = {title: _terms((title, *own.texts, *own.words)) for title, own in evidence.told.items.items()}
    if titles and not _OTHERS.search(clause.text):
        return [frozenset().union(*(each[title] for title in titles)) | beside]
    if len(each) > 1 and _EACH.search(clause.text):
        return [own | beside for own in each.values()]
    return [evidence.told_terms]


def _meant(clause: Clause, titles: tuple[str, ...]) -> frozenset[str]:
    """The items that a clause names, or of which its part of the sentence goes on to speak: "the router suits you where
    there is no 5G: it connects 16 devices"."""
    if named_in(clause.text, titles):
        return _titles(clause, titles)
    parts = [
        part for part in named_in(clause.sentence, titles) if clause.text.startswith(expanded(part.text).strip(" ."))
    ]
    return frozenset(title for part in parts[-1:] for title in part.titles) or _titles(clause, titles)


def _titles(clause: Clause, titles: tuple[str, ...]) -> frozenset[str]:
    found = named_in(clause.text, titles) or named_in(clause.sentence, titles)
    return frozenset(title for part in found for title in part.titles)


@lru_cache(maxsize=256)
def _terms(texts: tuple[str, ...]) -> frozenset[str]:
    return frozenset(term for text in texts for term in terms_of(text))
