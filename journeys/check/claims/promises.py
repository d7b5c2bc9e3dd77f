"""Promises and deeds: "I will call you", "nimekuwekea". What is no plain talk needs a tool result or a source."""

import re
import tomllib
from collections.abc import Collection
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from journeys.check.reading.clauses import clauses
from knowledge import lexicon
from knowledge.search.terms.glossary import in_english

_ADVERBS: Final = (
    r"(?:(?:also|now|just|already|gladly|happily|then|personally|quickly|be|been|being|to|not|never|soon|still)\s)*"
)
_STAFF: Final = (
    r"(?:kitchen|chef|cook|reception|front\s(?:desk|office)|housekeeping|driver|captain|guide|waiter|shop|store|"
    r"warehouse|spa|office)"
)
_ENGLISH: Final = re.compile(
    rf"\b(?P<who>i|we|(?:the|our)\s{_STAFF})"
    r"\s(?P<how>will|shall|am going to|are going to|am|are|have|just|am about to|can)\s"
    rf"{_ADVERBS}(?P<verb>[a-z]+)(?P<rest>(?:\s[a-z]+){{0,2}})|\b(?P<past_who>i|we)\s(?:just\s)?(?P<past>[a-z]{{3,}}ed)\b"
    rf"|\b(?:it|this|these|they|that|them|the \w+ \w+|the \w+)\s(?:is|are)\s(?:now\s)?"
    r"(?P<yours>yours|reserved|booked|held|on hold)\b"
    r"|\bconsider\b(?:(?!\bconsider\b).)*\b(?P<consider>yours|done|sorted|booked)\b|\byour name (?:is )?on\b(?P<name>)"
)
_SWAHILI: Final = re.compile(
    r"\b(?:ni|tu)(?:ta|me|mesha|sha|li)(?P<object>ku|wa|mw(?=[aeiou])|m|i|zi|li|ya|u|ki|vi|ji)?"
    r"(?P<stem>(?!(?:[cv]h?y?o|[zyl]o|ye) )[a-z]{2,})\b"
)
_CALLED: Final = re.compile(r"\buta(?:pigiwa|calliwa|tembelewa|kujiwa)\b")
_PARTICIPLE: Final = re.compile(
    r"\b[a-z]{3,}ed|\b[a-z]{3,}(?:en|wn)"
    r"|sent|told|put|made|kept|held|done|given|got|found|taken|set|brought|booked|paid|let"
)
_OBJECTS: Final = ("ku", "wa", "mw", "m", "i", "zi", "li", "ya", "u", "ki", "vi", "ji")
# "Nilichopata", what I found; "nilichonacho", what I have.
_RELATIVES: Final = ("cho", "vyo", "zo", "yo", "lo", "po")
_HAS: Final = re.compile(r"(?:cho|vyo|zo|yo|lo|po)na(?:cho|vyo|zo|yo|lo|po)")
# "Tutafungua", we open, is said of the shop, unless it is of a ticket or a parcel.
_OPENING: Final = ("funga", "fungua", "fungwa", "funguliwa")
_THINGS: Final = re.compile(
    r"\b(?:tiketi|ticket|kesi|case|lalamiko|mzigo|oda|order|kifurushi|parcel|akaunti|vitu|bidhaa)\b"
)
_NOT: Final = re.compile(r"\b(?:not|never)\b")
_IS_NOW: Final = frozenset({"am", "are"})


@cache
def _lists() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


@cache
def _safe() -> tuple[frozenset[str], tuple[str, ...]]:
    lists = _lists()["safe"]
    return frozenset(word.replace("_", " ") for word in lists["en"].split()), tuple(lists["sw"].split())


@cache
def _flags_of_verb() -> list[tuple[str, frozenset[str], tuple[str, ...]]]:
    return [
        (need["flag"], frozenset(word.replace("_", " ") for word in need["en"].split()), tuple(need["sw"].split()))
        for need in _lists()["needs"].values()
    ]


class Promise(NamedTuple):
    """A deed that is promised or reported: its words and its verb."""

    words: str
    verb: str
    is_swahili: bool
    is_general: bool
    """Whether it may be said of everybody, as a source does: "we will refund", not "I have refunded"."""


def promises_in(text: str) -> list[Promise]:
    """Each deed of a text, those that are asked or denied left out."""
    found = []
    for clause in clauses(text):
        if clause.asks:
            continue
        for match in _ENGLISH.finditer(clause.text):
            verb = _verb(match)
            is_of_another_case = match["yours"] and clause.is_condition(match.start())  # "free if it is booked today"
            if verb and not is_of_another_case and not clause.denies(match.start()) and not _NOT.search(match.group()):
                is_general = match["who"] != "i" and match["how"] in ("will", "shall", "are", "can")
                found.append(Promise(match.group().strip(), verb, False, is_general))
        for match in _SWAHILI.finditer(clause.text):
            is_of_hours = (
                match.group().startswith("tu") and match["stem"] in _OPENING and not _THINGS.search(clause.text)
            )
            if not is_of_hours and not clause.is_condition(match.start()):
                found.append(
                    Promise(
                        match.group(), (match["object"] or "") + match["stem"], True, match.group().startswith("tuta")
                    )
                )
        found += [Promise(match.group(), "call", False, False) for match in _CALLED.finditer(clause.text)]
    return found


def _verb(match: re.Match[str]) -> str:
    if match["past"] or match["past_who"]:
        return match["past"] or ""
    if match["yours"] or match["consider"] or match["name"] is not None:
        return "reserve"
    verb, how = match["verb"] or "", match["how"] or ""
    if verb == "let" and (match["rest"] or "").startswith(" you know"):
        return "let you know"
    if how == "have" and not _PARTICIPLE.fullmatch(verb):
        return ""
    if how in _IS_NOW and not (verb.endswith("ing") and len(verb) > 5):
        return ""
    if how == "can":
        return ""
    return verb


def is_founded(promise: Promise, flags: Collection[str], told: Collection[str]) -> bool:
    """Whether it is plain talk, or a tool result or a source speaks of it; `told` are the stems of what was told."""
    verb, is_swahili = promise.verb, promise.is_swahili
    english, swahili = _safe()
    base = _base(verb)
    said = {verb, *(verb.removeprefix(each) for each in _OBJECTS)}
    if is_swahili and _HAS.fullmatch(verb):
        return True
    of_what = {verb.removeprefix(each) for each in _RELATIVES}
    if any(each.startswith(swahili) for each in said | of_what) if is_swahili else base & english:
        return True
    for flag, verbs, stems in _flags_of_verb():
        is_meant = any(each.startswith(stems) for each in said) if is_swahili else base & verbs
        if is_meant and flag in flags:
            return True
    return promise.is_general and any(lexicon.stem(form) in told for form in (verb, *in_english(verb)))


def _base(verb: str) -> set[str]:
    """A verb with and without its ending."""
    forms = {verb}
    for ending in ("ing", "ed", "d", "s"):
        if verb.endswith(ending) and len(verb) - len(ending) >= 3:
            bare = verb.removesuffix(ending)
            forms |= {bare, f"{bare}e", bare[:-1] if len(bare) > 3 and bare[-1] == bare[-2] else bare}
    return forms
