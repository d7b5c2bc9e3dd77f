"""What a rule that was told means for the customer: "carried up to the second floor, so not up to your fourth".

No sum and no calendar proves it. It may be said beside a rule that is carried itself, where it has no value but that
rule's and the customer's own, and allows nothing that the rule limits: a wrong no is put right by asking again, a wrong
yes is relied upon.
"""

import re
from collections.abc import Iterator
from typing import Final

from journeys.check.evidence import Evidence
from journeys.check.library import spelled_out
from journeys.check.library.nearest import values_in
from journeys.check.library.reckoned import OF_UNITS, RECKONS
from journeys.check.reading.clauses import expanded, sentences
from journeys.check.reading.readings import key
from journeys.check.reading.terms import group_of, groups_of, terms_of
from journeys.check.reading.words import DAYS, MONTHS, OPENING, WEEKDAYS, either
from journeys.check.strange import talk
from journeys.check.theirs import ahead, bounded, by_itself, limits, party
from journeys.check.theirs.concluded import LONGEST, NEUTRAL, parted, readings_of, sentence_before
from journeys.check.theirs.each_of_theirs import judged_in
from journeys.check.theirs.kept_to import is_of_another, last_of, lodgings_meant
from knowledge.search.terms.glossary import is_place
from knowledge.text import fold
from knowledge.text import words as tokens

MOST_UNHEARD: Final = 2
"""Words of a no: a mattress that was slept on. What allows something, or says neither, has none."""
_AGAINST_THEM: Final = frozenset({"not", "below", "beyond"})
_POSSIBLE: Final = terms_of("possible inawezekana")
_IF: Final = re.compile(r"\b(?:if|unless|when|kama|ikiwa|iwapo)\b")
_BEGINS: Final = re.compile(
    r"\A(?:and |but |na )?(?:so|hence|thus|therefore|(?:that|this|which) means|in other words|kwa hivyo|kwa hiyo|hivyo"
    r"|yaani|basi|(?:hiyo )?inamaanisha)\b,? ",
    re.IGNORECASE,
)
_BECAUSE: Final = re.compile(
    r",? (?:because|since|given that|as (?=it |they |the )|kwani|kwa sababu|kwa kuwa|kwa vile|maana|coz) (?!of\b)",
    re.IGNORECASE,
)
_WHICH_IS: Final = re.compile(
    r", (?:which (?=is |are |takes )|ambayo (?=ni )|(?=(?:for|open to|ya|wa|la|cha|za) ))"
    r"(?P<what>(?P<is>(?:is|are|takes|ni) )?[^,;]*\d)",
    re.IGNORECASE,
)
_IS_A_PURPOSE: Final = re.compile(r"\A(?:that (?!is|was|makes|means|comes|leaves|will|would)|as )", re.IGNORECASE)
_ALLOWS: Final = re.compile(
    r"\b(?:can|may|could|fine|okay?|allowed|possible|welcome|included|covered|within|fits?|counts?|qualif\w{1,5}|free"
    r"|safe|valid|falls? under|still|enough|takes? (?:all|both|you|the \d)|(?:i|li|ki|u)na(?:wa|ku)?tosha"
    r"|accepted|applies|works?|holds?|in time|sawa|ndani"
    r"|(?:un|mn|an|wan|in|zin|vin)a(?:weza|wezekana|ruhusiwa|faa|tosha)|(?:in|wan|zin|vin)akubali\w{2}|bure|bado|poa|fiti|imo|zimo)\b"
)
_DENIES: Final = re.compile(
    r"\b(?:not|no|never|cannot|without|nothing|nobody|neither|nor|none|too|only|must|need|si|sio|siyo|bila|hapana"
    r"|hakuna|hamna|tu|pekee|lazima|ha\w{3,}|hu(?:wezi|ruhusiwi|faidiki)"
    r"|(?:at|on) your (?:own )?(?:cost|expense|account)|is on you|you (?:would |will )?pay|(?:unalipa|utalipa) wewe)\b"
    r"|n't\b"
)
# A "no" that allows.
_NOTHING_STANDS_AGAINST: Final = re.compile(
    r"\b(?:nothing|no (?:problem|worries|need|limit|charge|fee|cost|extra)|hakuna (?:shida|noma|malipo|gharama)"
    r"|no (?:[a-z]{2,14} ){1,3}(?:is |are )?(?:needed|required|necessary)|hakuna haja"
    r"|(?:do|does|need)(?:n't| not) (?:have to|need)|need(?:n't| not)|huhitaji|si lazima"
    r"|ha(?:wa|ta|tu|m|i|zi)?(?:ta)?lipi(?:shwi|wi)?|hulipi|hutalipa|hamtalipa|ha\w{1,5}toz(?:wa|wi)|pays? nothing"
    r"|(?:(?:do|does|will) not|don't|doesn't|won't) pay"
    r"|not (?:need|limited|necessary|too|required|charged))\b"
)
_NOW: Final = re.compile(
    r"\b(?:it is|sasa ni|saa hii ni|saa hizi ni)(?: now)?(?: saa)? (?P<hour>\d{1,2}:\d\d)(?: now| sasa)?", re.IGNORECASE
)
# "Rice that you do not like can be returned" denies nothing.
_OF_WHAT: Final = re.compile(
    r"\b(?:that|which|who) (?:(?:you|they|we|it) )?(?:do|does|did|have|has|is|are|was|were)(?: not|n't) [a-z]{2,14}"
)
_TOO_LITTLE: Final = re.compile(
    r"\btoo (?:early|short|young|few|little|small)\b|\b(?:wait|below|mnasubiri|utasubiri|mtasubiri)\b"
    r"|\bmapema\b|\b(?:m|wa)dogo (?:mno|sana)\b"
)
_TOO_MUCH: Final = re.compile(
    r"\btoo (?:late|long|old|many|much|big|far)\b|\b(?:over|expired|ended|past|lapsed|run out)\b"
    r"|\b(?:um|ume|ime)?chelewa\b|\b\w{1,3}(?:me|mesha|sha)(?:isha|kwisha|pita)\b"
)
_NOT_OVER: Final = re.compile(
    r"\b(?:not|never)(?: (?:be|yet|have|too|yet be)){0,2} (?:over|expired|ended|past|late|lapsed|long|old)\b"
    r"|\bha\w{1,3}jaisha\b"
)
_OF_A_DAY: Final = re.compile(
    rf"\b(?:{either(WEEKDAYS)}s?|weekends?|wikendi|today|tomorrow|yesterday|leo|kesho|jana"
    r"|last (?:week|month|year)|(?:wiki|mwezi|mwaka) (?:jana|uliopita|iliyopita))\b"
)
_WORKED_ON: Final = re.compile(r"\b(?:working|business) days?\b|\bsiku (?:\w+ )?(?:y|z)a kazi\b")
_DAYS: Final = {day: re.compile(rf"\b{either(OPENING[day])}s?\b") for day in DAYS}
_AS_LONG_AS_DAYS: Final = frozenset({"day", "week", "month", "year"})
_CLOSED: Final = re.compile(rf"\b{either(OPENING['closed'])}\b")
_OF_THE_CALENDAR: Final = re.compile(rf"{either([*MONTHS, *WEEKDAYS])}")
_OF_A_NIGHT: Final = re.compile(r"\b(?:nights?|usiku)\b")
_WITHIN_IT: Final = re.compile(
    r"\b(?:(?:within|in|until) (?:that|those|these|this) (?:time|days|months|weeks)"
    r"|(?:katika|ndani ya) (?:muda|siku) (?:huo|hizo))\b"
)
_LIKE_A_MODEL: Final = re.compile(
    r"\b(?=[a-z]{0,4}\d)(?=\d{0,4}[a-z])[a-z\d]{2,6}\b(?<!\dth)(?<!\dst)(?<!\dnd)(?<!\drd)"
)
_NAME: Final = re.compile(r"(?<=[a-z,;:] )[A-Z][a-z]{2,}")
_LIMITS: Final = re.compile(
    r"\b(?:only|must|no|not|never|cannot|unless|without|up to|at (?:most|least)|from|after|until|before|within|above"
    r"|under|below|between|maximum|minimum|closed|except|if|when|past|over|beyond|charge|charged|fee|costs?|ends? at"
    r"|(?:hu|ina|una|zina)ishia|lazima|hadi|mpaka|pekee|tu|kuanzia|baada|kabla|ndani|chini|zaidi|bila|isipokuwa|kama"
    r"|ikiwa|si|sio|ada|ha\w{3,})\b|n't\b"
)
# "A shower without a step" has what it has, and limits nothing.
_LACKS: Final = re.compile(r"\bwithout an? [a-z]{2,14}\b")


def without_inferences(text: str, evidence: Evidence) -> str:
    """The text without what its sentences infer: what is left must be carried for the whole to be."""
    left, before = text, ""
    for sentence in sentences(text):
        for rule, meaning in _parted(sentence, before or sentence_before(sentence, evidence.beside), evidence):
            if any(
                _all_may_be_said(meaning, each, evidence) for each in (rule, *last_of(rule, meaning, NEUTRAL | talk()))
            ):
                left = left.replace(sentence, f"{rule.rstrip(' ,;:.')}.", 1)
                break
        before = sentence
    return left


def _all_may_be_said(meaning: str, rule: str, evidence: Evidence) -> bool:
    return all(_may_be_said(each, rule, evidence) for each in judged_in(meaning))


def turned_in(text: str, evidence: Evidence) -> Iterator[str]:
    """What is said to follow for the customer's figure where the opposite does: "7 days, so enough for your ten"."""
    before = ""
    for sentence in sentences(text):
        parted_ = _parted(sentence, before or sentence_before(sentence, evidence.beside), evidence)
        for rule, meaning in ((rule, each) for rule, whole in parted_ for each in judged_in(whole)):
            if (
                _is_too_soon(meaning, rule, evidence)
                or _is_not_so_now(meaning, rule)
                or (_says(_plain(meaning)) == "holds" and limits.keeps_children_out(meaning, rule))
            ):
                yield meaning
            of_rule = frozenset(reading for fact in values_in(rule) for reading in readings_of(fact))
            own = [fact for fact in values_in(meaning) if fact.kind != "date" and readings_of(fact).isdisjoint(of_rule)]
            says = None if "?" in meaning or _OF_A_DAY.search(said := _plain(meaning)) else _says(said)
            is_theirs = bool(own) and not any(readings_of(fact).isdisjoint(evidence.asked) for fact in own)
            # "Your child of 3 may stay, as it is for children from 4."
            is_theirs |= bool(own) and sentence.startswith(meaning)
            is_bounded = is_theirs and not limits.hangs_on_company(meaning, rule)
            if is_bounded and says is not None and bounded.is_so(own, rule, says) is False:
                yield meaning
        before = sentence


def _is_not_so_now(meaning: str, rule: str) -> bool:
    """Whether it does not hold at the hour that is told to be now: "before 12:00, and it is 13:16"."""
    now, says = _NOW.search(rule), _says(_plain(meaning))
    if now is None or says is None or "?" in meaning:
        return False
    return bounded.is_so(values_in(now["hour"]), rule.replace(now[0], " "), says) is False


def _is_too_soon(meaning: str, rule: str, evidence: Evidence) -> bool:
    says = _says(_plain(meaning))
    return says is not None and ahead.is_so(meaning, rule, says, evidence.today) is False


def _parted(sentence: str, before: str, evidence: Evidence) -> Iterator[tuple[str, str]]:
    if begins := _BEGINS.match(sentence):
        if before:
            yield before, sentence[begins.end() :]
    else:
        yield from parted(sentence)
        yield from _reasoned(sentence, evidence)


def _reasoned(sentence: str, evidence: Evidence) -> Iterator[tuple[str, str]]:
    """What is said first, and why: "they may stay there, because it is for children from 4 to 12"."""
    if because := _BECAUSE.search(sentence):
        meaning, rule = sentence[: because.start()], sentence[because.end() :]
        yield spelled_out.with_its_name(rule, meaning, evidence.sources) or rule, meaning
    if which := _WHICH_IS.search(sentence):
        meaning, rule = sentence[: which.start()], sentence[which.start("what") :]
        if name := spelled_out.name_in(meaning, evidence.sources):
            yield f"{name} {'' if which['is'] else 'is '}{rule}", meaning


def _may_be_said(meaning: str, rule: str, evidence: Evidence) -> bool:
    says = _says(_plain(meaning))
    if (is_needless := by_itself.is_so(_plain(meaning), _plain(rule), evidence)) is not None:
        return is_needless
    is_of_it = _follows_from_one(meaning, rule, evidence) and not is_of_another(meaning, rule, evidence)
    is_of_it = is_of_it and not bounded.is_of_a_share(meaning, rule)
    if not is_of_it or _unheard(meaning, rule, evidence) > (MOST_UNHEARD if says in _AGAINST_THEM else 0):
        return False
    of_rule = frozenset(reading for fact in values_in(rule) for reading in readings_of(fact))
    own = [fact for fact in values_in(meaning) if readings_of(fact).isdisjoint(of_rule)]
    known = evidence.asked | _prices_of_what_is_named(meaning, evidence)
    theirs = (*evidence.said.texts, *evidence.said.words)
    if any(readings_of(fact).isdisjoint(known) and not party.is_all_of_them(fact, theirs) for fact in own):
        return False
    said, told = _plain(meaning), _plain(rule)
    of_days = _OF_A_DAY.search(said) is not None or any(fact.kind == "date" for fact in own)
    if (is_in_time := ahead.is_so(meaning, rule, says or "holds", evidence.today)) is not None:
        return is_in_time
    if of_days and _turns_on_the_day(rule) and not _is_closed_then(said, told, is_denied=says == "not"):
        return False  # which day it is, and what holds on it, is reckoned
    own = [fact for fact in own if fact.kind != "date"]
    if not _keeps_to_its_places(meaning, rule, evidence, is_denied=says == "not"):
        return False
    if (is_so := bounded.is_so(own, rule, says or "holds")) is not None:
        return is_so
    if says == "holds" and _WITHIN_IT.search(said):
        return True  # "exchanged within 30 days, so for a 36 within that time"
    if _LIMITS.search(_LACKS.sub(" ", told)) or _CLOSED.search(told):
        return says != "holds"
    return bool(of_rule) or says != "not"


def _follows_from_one(meaning: str, rule: str, evidence: Evidence) -> bool:
    """Whether it is short, asks and intends nothing, and goes on from what a passage or an item carries."""
    is_carried = bool(evidence.sources) or bool(evidence.named_in(rule) and values_in(rule))
    is_told = "?" not in meaning and len(meaning) <= LONGEST and _IS_A_PURPOSE.match(meaning) is None
    return is_carried and is_told


def _unheard(meaning: str, rule: str, evidence: Evidence) -> int:
    """How many of its words neither the rule nor the customer has said, and no talk of every day: "so it is a gift"."""
    theirs = (term for text in (*evidence.said.texts, *evidence.said.words) for term in terms_of(text))
    known = frozenset((*terms_of(rule), *theirs)) | NEUTRAL | RECKONS | OF_UNITS | talk()
    titles = [title for part in evidence.named_in(meaning) for title in part.titles]
    known |= terms_of(" ".join(titles)) | lodgings_meant(rule, evidence)
    if _IF.search(_plain(meaning)) or not _IF.search(_plain(rule)):  # what hangs on a case is possible in that case
        known |= _POSSIBLE
    return sum(group.isdisjoint(known) for group in groups_of(expanded(meaning)))


def _turns_on_the_day(rule: str) -> bool:
    """Whether what it says may hold on one day and not on another."""
    of_time = (fact for fact in values_in(rule) if fact.kind == "date" or fact.unit in _AS_LONG_AS_DAYS)
    told = _plain(rule)
    return (_OF_A_DAY.search(told) or _WORKED_ON.search(told)) is not None or any(of_time)


def _is_closed_then(said: str, told: str, *, is_denied: bool) -> bool:
    """Whether the same day of the week is denied: "closed on Mondays, so not on Monday 7 December"."""
    days = {name for name, words in _DAYS.items() if words.search(said)}
    rests = {name for name, words in _DAYS.items() if words.search(told)}
    return is_denied and len(days) == 1 and days == rests and _CLOSED.search(told) is not None


def _prices_of_what_is_named(meaning: str, evidence: Evidence) -> frozenset[str]:
    """What it costs that the meaning names: "the first night is charged, so KES 29,500 of the Ocean View Room"."""
    titles = {title for part in evidence.named_in(meaning) for title in part.titles}
    prices = {title: {key(price) for price in item.prices} for title, item in evidence.prices.items()}
    named = frozenset(price for title in titles for price in prices[title])
    if titles or not _OF_A_NIGHT.search(_plain(meaning)):
        return named
    every = [price for each in prices.values() for price in each]  # of one alone it can only be meant
    return frozenset(price for price in every if every.count(price) == 1)


def _says(said: str) -> bounded.Says | None:
    said = _OF_WHAT.sub(" ", said)
    if _NOT_OVER.search(said):
        return "holds"
    if _TOO_LITTLE.search(said):
        return "below"
    if _TOO_MUCH.search(said):
        return "beyond"
    if _NOTHING_STANDS_AGAINST.search(said):
        return "holds"
    if _DENIES.search(said):
        return "not"
    return "holds" if _ALLOWS.search(said) else None


def _keeps_to_its_places(meaning: str, rule: str, evidence: Evidence, *, is_denied: bool) -> bool:
    """Whether of a place that the rule names it says no no, and of another one nothing but a no."""
    told = {*tokens(rule), *(word for text in (*evidence.said.texts, *evidence.said.words) for word in tokens(text))}
    if not set(_LIKE_A_MODEL.findall(_plain(meaning))) <= told:
        return False
    names = [name for name in _NAME.findall(meaning) if not _OF_THE_CALENDAR.fullmatch(fold(name))]
    if any(group_of(fold(name)).isdisjoint(terms_of(rule) | evidence.terms) for name in names):
        return False
    places = {word for word in tokens(rule) if is_place(word)}
    of_theirs = {fold(name) for name in names} | {word for word in tokens(meaning) if is_place(word)}
    return not places or all((word in tokens(rule)) is not is_denied for word in of_theirs)


def _plain(text: str) -> str:
    """Folded, with an English verb as one word of its Sheng: "hai-cover"."""
    return fold(text).replace("-", "")
