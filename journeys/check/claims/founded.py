"""Whether a claim is founded: by the flag of a tool, the shelf, or a text that was told and claims the same."""

import re
from collections.abc import Callable
from typing import Final

from journeys.check.claims.made import Claim, restricts
from journeys.check.claims.spoken_of import titles_of
from journeys.check.evidence import Evidence
from journeys.check.items import features, shelf
from journeys.check.library.reckoned import OF_UNITS
from journeys.check.ours import vocabulary
from journeys.check.reading.clauses import clauses, expanded
from journeys.check.reading.facts import facts_in
from journeys.check.reading.readings import code_key, key
from journeys.check.reading.terms import WORD, group_of, groups_of, meant_by, terms_of
from journeys.check.theirs import passed_on
from journeys.check.theirs.own_span import DAYS
from knowledge.search.terms import glossary
from knowledge.text import words

# A clause that shares less than half of its words with another speaks of something else.
HALF: Final = 0.5
# One unknown word may be a word for a known thing; two are news.
MUCH: Final = 2
_TIME: Final = re.compile(r"\W{0,4}(?:from|until|after|within|kuanzia|hadi|baada)\b")
_TO_HALF: Final = re.compile(r"\b(?:to|hadi|mpaka) (?:half|nusu)\b")
_EVERY_ONE: Final = re.compile(r"kila mtu")
# What holds for their order is said of no other.
_OF_ALL_ORDERS: Final = re.compile(r"\b(?:always|every|everybody|everyone|all|any|kila|daima|zote|yoyote|wote)\b")
_IS_MORE: Final = re.compile(r"\d (?:zaidi|more|chini|less) (?:kwa |for )?\Z")
# Where something is to be found is no stock of it: "adapta zinapatikana mapokezi", "at the front office".
_PLACE: Final = re.compile(
    r"\W{0,2}(?:at|in|on|near|behind|beside|next to|kwenye|katika|ndani|karibu|kando|nyuma|mbele|mapokezi|umbali"
    r"|kilomita)\b|\W{0,2}(?!duka|stoo|ghala)[a-z]{4,20}ni\b"
)
_WHOLE_DAY: Final = re.compile(r"(?:(?:the whole|all|full) day|siku nzima)(?! and night| long)")


def is_claim_founded(claim: Claim, evidence: Evidence) -> bool:
    rule = claim.rule
    if rule.left_to_sources and evidence.sources:
        return True
    if rule.code.startswith("stock"):
        return _is_so_of_the_shelf(claim, evidence)
    if (is_said_of_it := _OTHERWISE.get(rule.code)) and is_said_of_it(claim, evidence):
        return True
    if rule.code == "unrestricted" and (of_items := _is_of_the_items(claim, evidence)) is not None:
        return of_items
    flags = _flags_of(claim, evidence)
    if rule.flag and not rule.even_denied:
        has_flag = not flags.isdisjoint(rule.flags)
        if claim.is_denied:
            return not has_flag
        if has_flag:
            return not rule.code.startswith("discount") or not _says_more(claim, evidence)
    return _is_carried(claim, evidence)


def _is_so_of_the_shelf(claim: Claim, evidence: Evidence) -> bool:
    stated = facts_in(claim.clause)[0] if evidence.sources else ()
    if any(fact.kind == "time" or fact.unit in DAYS for fact in stated) or (stated and not evidence.flags.shelf):
        return True  # "a lifeguard is there from 8", "the last treatment is at 7 pm": left to the sources
    if _is_of_a_place(claim, evidence):
        return True
    is_so = shelf.stands(claim, evidence.flags.shelf, is_out="stock.out" in evidence.flags.general)
    return is_so or _is_carried(claim, evidence)


def _flags_of(claim: Claim, evidence: Evidence) -> set[str]:
    """What holds of the orders that are named; free delivery of where theirs goes, and of nowhere else."""
    numbers = {word.upper() for word in words(claim.sentence) if any(char.isdigit() for char in word)}
    flags = evidence.flags.of(number for number in evidence.flags.orders if code_key(number).upper() in numbers)
    is_of_more = _OF_ALL_ORDERS.search(claim.sentence) is not None or _names_another_place(claim, evidence)
    return flags - {"delivery.free"} if is_of_more else flags


def _is_of_a_place(claim: Claim, evidence: Evidence) -> bool:
    """Whether it tells where something is that a source names by its own word: "adapta zinapatikana mapokezi"."""
    before, _, after = claim.clause.partition(claim.words)
    first = next((word for word in WORD.findall(before) if group_of(word)), "")
    on_sale = terms_of(" ".join(said for form in evidence.flags.shelf for said in (form.title, *form.values)))
    if _PLACE.match(after) is None or group_of(first) & on_sale:
        return False
    place = groups_of(after)
    return any(
        meant_by(first) & meant_by(expanded(unit.text))
        or (group_of(first) & unit.terms and any(group & unit.terms for group in place))
        for each in evidence.sources
        for unit in each.units
    )


def _is_of_the_items(claim: Claim, evidence: Evidence) -> bool | None:
    """Whether each item that it is made of says so of itself: an unlimited plan. None where none is named."""
    titles = titles_of(claim, evidence)
    own = [expanded(" ".join((title, *evidence.told.items[title].texts))) for title in titles or evidence.titles]
    # "Siku nzima", of a trip of a full day; where none is named, of one of them.
    if own and _WHOLE_DAY.fullmatch(claim.words):
        return (all if titles else any)(_WHOLE_DAY.search(text) is not None for text in own)
    return all(claim.words in text for text in own) if titles else None


def _is_half_of_it(claim: Claim, evidence: Evidence) -> bool:
    """Whether an item tells of a half of its own, which is no price: a charger that fills a phone "to half"."""
    told = (expanded(text) for item in evidence.told.items.values() for text in item.texts)
    return _TO_HALF.fullmatch(claim.words) is not None and any(map(_TO_HALF.search, told))


def _is_their_day(claim: Claim, evidence: Evidence) -> bool:
    """Whether they have told so of themselves: "two of you on video calls all day"."""
    of = groups_of(claim.clause.partition(claim.words)[0])[-2:] if _WHOLE_DAY.fullmatch(claim.words) else []
    theirs = (clause for said in (*evidence.said.texts, *evidence.said.words) for clause in clauses(said))
    told = [terms_of(clause.text) for clause in theirs if not clause.asks and _WHOLE_DAY.search(clause.text)]
    return bool(of) and any(all(group & terms for group in of) for terms in told)


def _is_a_share(claim: Claim, evidence: Evidence) -> bool:
    """Whether it but tells what each of them pays of a price that was told: "KES 500 kila mtu"."""
    amounts = [fact for fact in facts_in(claim.clause)[0] if fact.kind == "money"]
    sums = evidence.sums(claim.sentence)
    before, _, _ = claim.clause.partition(claim.words)
    if _EVERY_ONE.fullmatch(claim.words) and amounts and _IS_MORE.search(before):
        return True  # whether it is so much more is looked at itself
    return _EVERY_ONE.fullmatch(claim.words) is not None and any(
        not fact.readings.isdisjoint(sums) or evidence.follows_from_prices(fact, claim.sentence) for fact in amounts
    )


def _is_had_with_it(claim: Claim, evidence: Evidence) -> bool:
    """Whether one line of a source has all that something is said to come with: "one queen or two single beds"."""
    if not claim.words.startswith("comes with"):
        return False
    of = groups_of(f"{claim.words.partition('with')[2]} {claim.clause.partition(claim.words)[2]}")
    return bool(of) and any(all(group & unit.terms for group in of) for each in evidence.sources for unit in each.units)


def _is_of_a_sum(claim: Claim, evidence: Evidence) -> bool:
    """Whether it but adds a fee that was told to a price; where it is delivered to, only a source can say."""
    if _names_another_place(claim, evidence):
        return False
    amounts = [fact for fact in facts_in(claim.sentence)[0] if fact.kind == "money"]
    sums = evidence.sums(claim.sentence)
    own = [fact for fact in amounts if fact.readings.isdisjoint(sums)]
    is_told = all(evidence.told.holds(fact.readings, "money") for fact in own)
    totals = evidence.told.by_kind.get("total", ())
    if is_told and any(not fact.readings.isdisjoint(totals) for fact in amounts):
        return True  # what their order comes to with it is told by its own total
    return len(own) < len(amounts) and is_told


def _names_another_place(claim: Claim, evidence: Evidence) -> bool:
    """Whether it is said of a place that is none of the customer's."""
    theirs = {word for said in (*evidence.said.texts, *evidence.said.words) for word in words(said)}
    return any(glossary.is_place(word) and word not in theirs for word in words(claim.sentence))


def _is_of_another_form(claim: Claim, evidence: Evidence) -> bool:
    """Whether both prices are told, one form set beside another: "full board is 89,000 instead of 68,000"."""
    amounts = [fact for fact in facts_in(claim.clause)[0] if fact.kind == "money"]
    prices = {key(price) for item in evidence.prices.values() for price in item.prices}
    is_instead = claim.words.startswith(("instead of", "badala ya"))
    return is_instead and len(amounts) > 1 and not any(fact.readings.isdisjoint(prices) for fact in amounts)


# What the same words may say that is no such claim.
_OTHERWISE: Final[dict[str, Callable[[Claim, Evidence], bool]]] = {
    "unrestricted": lambda claim, evidence: _is_their_day(claim, evidence) or _is_a_share(claim, evidence),
    "discount_half": _is_half_of_it,
    "payment_twice": lambda claim, evidence: passed_on.is_their_loss(
        claim.words, claim.sentence, (*evidence.said.texts, *evidence.said.words)
    ),
    "payment_reversed": lambda claim, evidence: passed_on.is_their_wish(
        claim.words, claim.sentence, evidence.flags.general
    ),
    "price_today": _is_of_another_form,
    "delivery_any": lambda claim, evidence: _is_of_a_sum(claim, evidence) or features.includes_it(claim, evidence),
    "discount_gift": lambda claim, evidence: (
        features.comes_with_it(claim, evidence)
        or features.is_free_with_it(claim, evidence)
        or _is_had_with_it(claim, evidence)
    ),
    "free": features.is_free_with_it,
    "included": features.includes_it,
    "warranty": features.is_its_warranty,
}


def _says_more(claim: Claim, evidence: Evidence) -> bool:
    """Whether the claim is made of what no tool told of: "students get an additional discount"."""
    known = (evidence.terms, vocabulary(), OF_UNITS | {term for group in groups_of(claim.words) for term in group})
    return sum(not any(term in each for each in known for term in group) for group in groups_of(claim.clause)) >= MUCH


def _is_carried(claim: Claim, evidence: Evidence) -> bool:
    """Whether a text that was told makes the same claim, of the same thing and under a condition that is named too."""
    own = groups_of(claim.sentence)
    for other in evidence.claims:
        is_same = other.rule.code == claim.rule.code and other.is_denied == claim.is_denied
        # What a source says of everybody holds for them in the case that it names: "if your parcel is lost".
        is_general = bool(evidence.sources) and claim.is_restricted and other.is_restricted
        is_personal = claim.rule.is_personal and claim.is_about_her and not is_general
        if not is_same or (is_personal and not other.is_about_her):
            continue
        theirs, title = terms_of(other.sentence), evidence.title_of.get(other.sentence, "")
        # Its name says nothing of it, and neither does the claim itself.
        is_of_it = title in {each for part in evidence.named_in(claim.sentence) for each in part.titles}
        empty = terms_of(f"{title} {claim.words}") if is_of_it else frozenset[str]()
        said = [group for group in own if group.isdisjoint(empty)]
        shared = sum(bool(group & theirs) for group in said)
        if not evidence.sources and (shared < HALF * len(said) or (is_of_it and said and 2 * shared == len(said))):
            continue
        if other.is_restricted and not claim.is_restricted:
            rest = [group for group in own if group not in groups_of(claim.words)]
            is_of_the_same = bool(rest) and sum(bool(group & theirs) for group in rest) >= HALF * len(rest)
            if not (is_of_the_same and evidence.sources and _is_of_time_alone(other)):
                continue
        return True
    return False


def _is_of_time_alone(claim: Claim) -> bool:
    """Whether all that restricts it is a time told after it: "free of charge, from two hours after payment"."""
    head, _, tail = claim.sentence.partition(claim.clause)
    return not restricts(head + claim.clause) and _TIME.match(tail) is not None
