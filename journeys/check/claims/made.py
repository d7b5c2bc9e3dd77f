"""The claims that a text makes without a figure: that something is paid, sent, free, reduced, sold out, promised."""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

from journeys.check.reading.clauses import Clause, clauses_of, says_when, sentences
from journeys.check.reading.words import COLOURS, RESTRICTIONS, either

# What a condition makes a thing of another time: "once it is paid". A free delivery stays a promise with any.
MAY_BE_CONDITIONS: Final = ("payment", "order", "refund", "stock", "handoff", "consent")
# What holds of this customer alone; the library speaks of everybody.
PERSONAL: Final = ("payment", "order", "refund", "handoff", "consent")
_NOT: Final = re.compile(r"\b(?:not|never)\b")
# What is but named as what one may ask about.
_TOPIC: Final = re.compile(
    r"\b(?:questions? (?:about|on)|ask (?:me )?about|(?:ma)?swali (?:kuhusu|ya)|uliza kuhusu)(?: \w+){0,3} \Z"
)
# "If the cottage is free": nobody sleeps there then, and nothing is said of a price.
_IF_IT_IS: Final = re.compile(
    r"\b(?:if|kama|ikiwa) (?:(?:the|your|a|an|that|our) )?(?!delivery|shipping|transport|it )[a-z]{3,15} "
    r"(?:is|are|iko|kiko) \Z"
)
# What goes on of what the sentence before names: "it is sold out", "size 43 is sold out".
_GOES_ON: Final = re.compile(
    rf"\A\W{{0,4}}(?:but |sadly |only |lakini |ila |in )?(?:it|they|that one|this one|(?:i|zi|ki|vi|u)me\w+"
    rf"|sizes?|saizi|namba|(?:ya |za )?{either(COLOURS)})\b",
    re.IGNORECASE,
)
# A clause with a subject of its own: "your payment has arrived; the parcel has not".
_OF_MONEY: Final = re.compile(r"\b(?:payment|money|refund|malipo|pesa|doh|hela)\b")
# "Asipopatikana", if they are not found.
_IF_NOT: Final = re.compile(r"\b(?:ni|u|a|tu|m|wa|i|zi|ki|vi|li|ya|ku)sipo\w{3,}\b")
# "A tenth of the fee comes back, so of your KES 2,999 …": what follows is theirs, the rule everybody's.
_CONCLUDES: Final = re.compile(r", (?:so|hence|thus|therefore|which (?:is|makes|means)|kwa (?:hivyo|hiyo)|hivyo) ")
_OF_THEM: Final = re.compile(r"\b(?:your|yours|you have|yako|yenu|wako|lako|zako|lenu)\b")
_RESTRICTION: Final = re.compile(rf"\b{either(RESTRICTIONS)}\b")


@dataclass(frozen=True, slots=True)
class Rule:
    """A kind of claim, the words that make it, and the flag that it needs."""

    code: str
    why: str
    flag: str
    flags: tuple[str, ...]
    """Those of which one founds the claim."""
    says: re.Pattern[str] | None
    subject: re.Pattern[str] | None
    predicate: re.Pattern[str] | None
    denying_is_claiming: bool
    even_denied: bool
    denied_too: bool
    own_negation: bool
    left_to_sources: bool
    near: bool

    @property
    def is_personal(self) -> bool:
        return self.flag.partition(".")[0] in PERSONAL

    @property
    def may_be_condition(self) -> bool:
        return self.flag.partition(".")[0] in MAY_BE_CONDITIONS and not self.denied_too


@dataclass(frozen=True, slots=True)
class Claim:
    """One claim: the words that make it, whether they deny it, and the clause and sentence they stand in."""

    rule: Rule
    words: str
    is_denied: bool
    clause: str
    before: str
    """What the sentence says before the clause."""
    sentence: str
    is_restricted: bool
    """Whether it is said when or for whom: "over KES 5,000", "only if"."""
    is_about_her: bool


@cache
def rules() -> tuple[Rule, ...]:
    """Every kind of claim."""
    tables = tomllib.loads(Path(__file__).with_name("claims.toml").read_text(encoding="utf-8"))
    shared = {f"<{name}>": f"(?:{'|'.join(words)})" for name, words in tables.pop("shared").items()}
    return tuple(_rule(code, table, shared) for code, table in tables.items())


def _rule(code: str, table: dict[str, Any], shared: dict[str, str]) -> Rule:
    def patterns(name: str) -> list[str]:
        return [
            re.sub(r"<\w+>", lambda match: shared.get(match.group(), match.group()), one) for one in table.get(name, ())
        ]

    flags = tuple(table.get("flag", "").split())
    return Rule(
        code=code,
        why=table["why"],
        flag=flags[0] if flags else "",
        flags=flags,
        says=_any(patterns("says")),
        subject=_any([rf"\b(?:{word})\b" for word in patterns("subject")]),
        predicate=_any([rf"\b(?:{word})\b" for word in patterns("predicate")]),
        denying_is_claiming=table.get("denying_is_claiming", False),
        even_denied=table.get("even_denied", False),
        denied_too=table.get("denied_too", False),
        own_negation=table.get("own_negation", False),
        left_to_sources=table.get("left_to_sources", False),
        near=table.get("near", False),
    )


def _any(patterns: list[str]) -> re.Pattern[str] | None:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns)) if patterns else None


def claims_in(text: str) -> list[Claim]:
    """Every claim of a text, those in questions left out; "it" is what the sentence before it speaks of."""
    said = sentences(text)
    return [
        replace(claim, before=f"{before} {claim.before}") if before and _GOES_ON.match(sentence) else claim
        for before, sentence in zip(("", *said), said, strict=False)
        for claim in _claims_of(sentence)
    ]


@lru_cache(maxsize=2_000)
def _claims_of(sentence: str) -> tuple[Claim, ...]:
    return tuple(claim for clause in clauses_of(sentence) for claim in _of_clause(clause))


def _of_clause(clause: Clause) -> Iterator[Claim]:
    for rule in rules():
        if clause.asks and (not rule.even_denied or clause.is_untold):
            continue
        match = _found(rule, clause)
        if match is None or (rule.may_be_condition and clause.is_condition(match.start())):
            continue
        is_denied = clause.denies(match.end() if rule.even_denied else match.start(), by_itself=not rule.own_negation)
        if not is_denied and not rule.own_negation and match.group() != clause.text:
            is_denied = _NOT.search(match.group()) is not None
        if is_denied and not (rule.denying_is_claiming or rule.even_denied or rule.denied_too):
            continue
        yield Claim(
            rule=rule,
            words=match.group().strip(),
            is_denied=is_denied,
            clause=clause.text,
            before=clause.sentence.partition(clause.text)[0],
            sentence=clause.sentence,
            is_restricted=restricts(_part_of(clause)),
            is_about_her=_OF_THEM.search(_up_to_what_follows(clause)) is not None,
        )


def _part_of(clause: Clause) -> str:
    """Of "for children from 4 to 12; free for residents" the part that it stands in, which holds by itself."""
    parts = clause.sentence.split("; ")
    return next((part for part in parts if clause.text in part), clause.sentence)


def _up_to_what_follows(clause: Clause) -> str:
    """Its sentence as far as it concludes nothing from the clause."""
    head, _, tail = clause.sentence.partition(clause.text)
    follows = _CONCLUDES.search(tail)
    return f"{head}{clause.text}{tail[: follows.start()] if follows else tail}"


_IN_SPITE: Final = re.compile(r"\b(?:even (?:if|when)|hata (?:kama|ikiwa|iwapo))\b")


def restricts(text: str) -> bool:
    """Whether it says when or for whom: "over KES 5,000", "only if"."""
    text = _IN_SPITE.sub(" ", text)
    return bool(_RESTRICTION.search(text) or _IF_NOT.search(text)) or says_when(text)


def _found(rule: Rule, clause: Clause) -> re.Match[str] | None:
    match = _said(rule, clause)
    is_case = match and rule.code == "free" and _IF_IT_IS.search(clause.text, 0, match.start())
    return None if match and (is_case or _TOPIC.search(clause.text, 0, match.start())) else match


def _said(rule: Rule, clause: Clause) -> re.Match[str] | None:
    if rule.says and (match := rule.says.search(clause.text)):
        return match
    if rule.predicate and rule.subject and (match := rule.predicate.search(clause.text)):
        is_near = rule.near or (rule.code.startswith("order") and _OF_MONEY.search(clause.text) is not None)
        return match if rule.subject.search(clause.text if is_near else clause.sentence) else None
    return None
