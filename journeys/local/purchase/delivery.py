"""Reads where an order goes, to whom and when: "send it to my mum in Nakuru tomorrow", "nitakuja kuichukua dukani"."""

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from journeys.local import asks, circumstances
from journeys.local.purchase import delivery_clauses, payment, places
from journeys.local.wordlists import plain, tokens, word_set, wordlist
from knowledge import lexicon
from knowledge.search.terms.glossary import is_place
from knowledge.text import fold

# A longer message is a letter, which is not read as a place.
LONGEST: Final = 240
_PLEASE: Final = re.compile(r"[ ,]{1,3}(?:please|pls|plz|tafadhali|thanks|thank you|asante)[ .!]{0,3}\Z", re.IGNORECASE)
_ASKS_TO_COME: Final = re.compile(
    r"\A(?:(?:can|could|may) (?:i|we) (?:come|do it|have it)|(?:tuna|na)(?:weza|eza) (?:ku)?ja"
    r"|(?:ni|tu)?nataka|tunataka|naomba|i (?:want|need)(?: it)?) ",
    re.IGNORECASE,
)
# How many they are is no place.
_SO_MANY: Final = re.compile(
    r"\A\W{0,3}(?:tuko|ni sisi|sisi ni|we(?: ?['\u2019]?re| are)) (?:watu )?"
    r"(?:\d{1,3}|wawili|watatu|wanne|watano|sita|saba|wanane)\b",
    re.IGNORECASE,
)
_RIDER: Final = re.compile(
    r"(?:the )?(?:rider|driver|boda|msee|mtu|delivery guy) (?:should |can |to |please )?"
    r"(?:call|ring|apigie|apige|ampigie|anipigie|atupigie)\b",
    re.IGNORECASE,
)
# "…, how much is that" is no part of an address.
_ASKS_BESIDE: Final = re.compile(
    r"[,.;]\s{1,3}(?:(?:and|na|so) )?(?:how (?:much|long|soon)|what(?:s|'s| is)|when (?:will|does|do|is)"
    r"|ni (?:pesa|bei|how)|(?:i|u|zi)takuwa|(?:i|u|zi)tafika lini|(?:shilingi|pesa|bei) ngapi)\b",
    re.IGNORECASE,
)
# What it costs is asked of the documents, and so is whether they may come for it, where no time is told.
_ASKS_COST: Final = re.compile(
    r"\b(?:ngapi|bei|how much|costs?|charges?|charged|fees?|free|bure|ada|gharama|pesa gani)\b", re.IGNORECASE
)
_ASKS_WHETHER: Final = re.compile(
    r"\A\W{0,3}(?:(?:and|na|so|also|je|pia|ok|sawa)\W{1,2}){0,2}"
    r"(?:can|could|may|is it possible|(?:ni|tu)?na(?:weza|eza)(?:je)?)\b"
    r".{0,30}\b(?:pick|collect|chukua|kuichukua|fetch)\b",
    re.IGNORECASE,
)
NAMED: Final = ("THING", "WHOM", "TO", "SHOP")
_NAMES: Final = r"(?-i:[A-Z][\w'\u2019-]{1,30}(?: [A-Z][\w'\u2019-]{1,30}){0,2})"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveryWish:
    """What was said of it, in their own words; empty where nothing was."""

    place: str = ""
    recipient: str = ""
    when: str = ""
    note: str = ""


_BRINGS: Final = re.compile(
    r"\b(?:send|sending|bring|bringing|take|taking|get|courier|carry) (?:it|them|this|that|these|those|everything)\b"
)
_GOES_ON_TO: Final = re.compile(
    r"\A\W{0,3}(?:and|na|je|then|plus|pia)\W{1,2}(?:to|for|ku(?:leta|tuma|peleka)\w*|hadi|mpaka)\b"
)
_ARRIVES: Final = re.compile(
    r"\b(?:mzigo|mizigo|oda|order|orders|parcel|package|kifurushi|vitu|agizo"
    r"|(?:ni|tu)ki(?:order|agiza|nunua|buy)|if (?:i|we) (?:order|buy))\b.{0,40}\b"
    r"(?:(?:u|i|vi|zi|ki|li)(?:na|ta)(?:ni|tu)?(?:fika|fikia|fikiwa|kuja)|arrives?|reach(?:es)?|get here|gets here)\b"
)

_TELLS_WHERE: Final = re.compile(
    r"\A\W{0,3}(?:(?:ok|okay|sawa|please|pls|kindly|and|na|then)\W{1,2}){0,2}"
    r"(?:deliver|send|bring|ship|(?:ni|tu)?(?:leteeni?|lete|leta|tumie|tuma|pelekee|peleka))\b[^?]*\Z"
)


def asks_to_have_brought(text: str) -> bool:
    """Whether it asks if, when or for how much a thing is brought to a place, which the rules tell of whatever it is:
    "can you bring them to Eldoret", "and to send them to Kisii?"."""
    said = fold(text)
    is_brought = "delivery" in lexicon.concepts(said) or any(each.search(said) for each in (_BRINGS, _ARRIVES))
    goes_there = asks.asks_price(said) or _GOES_ON_TO.match(said) is not None
    is_asked = asks.asks_openly(said) and _TELLS_WHERE.match(said) is None
    return is_brought and any(map(is_place, tokens(said))) and (goes_there or is_asked)


def read(text: str) -> DeliveryWish | None:
    """The delivery that the whole message is about; None when it says anything else."""
    said = _PLEASE.sub("", text.strip()[: LONGEST + 1])
    if len(said) > LONGEST or "?" in said or _SO_MANY.match(said) or _ASKS_BESIDE.search(said) or _asks_of_it(said):
        return None
    said, note = _without_note(said)
    if payment.way_in(note, payment.WAYS):
        return None  # how they pay is no errand of the rider's
    said, when = _without_time(said)
    said = said.strip(" ,.!")
    if is_collected(said):
        return DeliveryWish(place=_without_lead(said), when=when, note=note)
    if when and _only_brought().fullmatch(said):
        return DeliveryWish(when=when, note=note)
    if told := delivery_clauses.read(said):
        return DeliveryWish(recipient=told[0], place=told[1], when=when, note=note)
    phone = payment.phone_in(said)
    brought = _brought().fullmatch(payment.without_phones(said).strip(" ,.!"))
    at = _brought_there().fullmatch(said) if brought is None else None
    if at is not None and _is_place(at["place"]) and (at["surely"] or places.place_alone(at["place"])):
        return DeliveryWish(place=at["place"], when=when, note=note)
    if brought is None:
        return None
    rest = " ".join(brought["rest"].split()).replace(" ,", ",").strip(" ,.!")
    recipient, place = _parted(rest, has_phone=phone is not None)
    if not (recipient or place) or not _is_place(place):
        return None
    return DeliveryWish(place=place, recipient=" ".join(filter(None, (recipient, phone))), when=when, note=note)


def _asks_of_it(said: str) -> bool:
    return bool(_ASKS_COST.search(said) or (_ASKS_WHETHER.search(said) and circumstances.time_in(said) is None))


def for_whom(text: str) -> str:
    """Whom it is for, or on whose name it stands, where nothing else is said: "for my mum's number", "under Asha"."""
    said = text.strip(" .,!?")[: LONGEST + 1]
    if len(said) > LONGEST or "?" in text:
        return ""
    phone = payment.phone_in(said)
    if found := _on_a_name().fullmatch(said):
        return str(found["name"])
    if found := _received().fullmatch(" ".join(payment.without_phones(said).split()).strip(" .,:")):
        return " ".join(filter(None, (found["whom"], found["name"], phone)))
    found = _for_somebody().fullmatch(" ".join(payment.without_phones(said).split()).strip(" .,:"))
    whose = found["whom"] or "" if found else ""
    if found is None or not (phone or whose):
        return ""
    return " ".join(filter(None, (whose, phone)))


def said_to_the_rider(text: str) -> str:
    """What whoever brings it shall do, where nothing else is said: "the rider should call my sister 0711 …"."""
    said = text.strip(" .!")[: LONGEST + 1]
    return said if len(said) <= LONGEST and "?" not in text and _RIDER.match(said) else ""


def time_alone(text: str) -> str:
    """When it shall be, where nothing else is said: "tomorrow at 3pm", "tutakuja Jumamosi"."""
    said, when = _without_time(_PLEASE.sub("", text.strip(" .,!")))
    rest, days = set(tokens(circumstances.without(plain(said), "when"))), word_set("delivery", "when", "days")
    is_all = (when or rest & days) and "?" not in text and rest <= days | word_set("delivery", "when", "words")
    return _ASKS_TO_COME.sub("", text.strip(" .,!"))[:LONGEST] if is_all else ""


def is_collected(place: str) -> bool:
    """Whether nothing is brought: they come for it."""
    return _collected().fullmatch(place) is not None


def _parted(rest: str, *, has_phone: bool) -> tuple[str, str]:
    """Who gets it, and where: "to my sister in Nakuru, Wanjiru" are both, "to Nakuru" is a place."""
    rest, *names = re.split(rf",\s{{0,3}}(?:{_any('is_called')} )?(?={_NAMES}\Z)", rest, maxsplit=1)
    if found := _to_somebody().fullmatch(rest):
        who = [found["whom"], found["name"] or "", *names]
        return " ".join(filter(None, who)), (found["place"] or "").strip()
    if has_phone and (found := _to_a_name().fullmatch(", ".join([rest, *names]))):
        return found["name"], found["place"].strip()
    found = _to_a_place().fullmatch(rest)
    return "", ", ".join([found["place"].strip(), *names]) if found else ""


def _is_place(place: str) -> bool:
    return len(place.split()) <= places.MOST_WORDS and not _no_place().search(place)


def _without_lead(said: str) -> str:
    lead = _compiled(rf"(?:{_any('lead')}[, ]{{1,3}}){{0,4}}").match(said)
    return said[lead.end() :] if lead else said


def _without_note(said: str) -> tuple[str, str]:
    """The message without what whoever brings it shall do there: "deliver to Ruiru, call me when you get there"."""
    found = _note().search(said)
    return (said[: found.start()], found["note"].strip(" .!")) if found and found.start() else (said, "")


def _without_time(said: str) -> tuple[str, str]:
    """The message without the day it names, and that day in its own words."""
    span = circumstances.time_in(said)
    if span is None:
        return said, ""
    start, end = span
    return f"{said[:start]} {said[end:]}".strip(), said[start:end].strip()


def _any(name: str) -> str:
    """The phrases of a list as one, with those that it names in their places."""
    phrases = f"(?:{'|'.join(wordlist('delivery')[name])})"
    return re.sub("|".join(NAMED), lambda named: _any(named.group().lower()), phrases)


@cache
def _brought() -> re.Pattern[str]:
    lead, thing, rest = rf"(?:{_any('lead')}[, ]{{1,3}}){{0,4}}", _any("thing"), rf"(?:{_any('to')}|{_any('whom')})"
    return _compiled(rf"{lead}{_any('brings')}(?: {thing})? (?P<rest>{rest} \S.*)")


@cache
def _only_brought() -> re.Pattern[str]:
    lead, thing = rf"(?:{_any('lead')}[, ]{{1,3}}){{0,4}}", _any("thing")
    return _compiled(rf"{lead}(?:{_any('brings')}|book|reserve|(?:ni|tu)bookie)(?: {thing})?(?: (?:for|on|at|kwa|ya))?")


@cache
def _brought_there() -> re.Pattern[str]:
    """A name right after the verb is a place: "nipelekee Ngong Road, mtaa wa Adams".

    What is said of things too, as "lete", leaves it to the name whether it is one: "lete Thika road"."""
    lead, place = rf"(?:{_any('lead')}[, ]{{1,3}}){{0,4}}", rf"(?P<place>{_NAMES}(?:,? \S.*)?)"
    verb = rf"(?:(?P<surely>{_any('delivers')})|{_any('brings')})"
    return _compiled(rf"{lead}{verb}(?: {_any('thing')})? {place}")


@cache
def _collected() -> re.Pattern[str]:
    lead, at = rf"(?:{_any('lead')}[, ]{{1,3}}){{0,4}}", _any("shop")
    return _compiled(rf"{lead}(?:{_any('comes')} )?(?:just )?{_any('collects')}(?: {at}){{0,2}}")


@cache
def _to_somebody() -> re.Pattern[str]:
    name = rf"(?:(?: called| named| anaitwa)? (?P<name>{_NAMES}))?"
    place = rf"(?:,? (?:who is |who lives |aliye |anayeishi )?{_any('to')} (?P<place>\S.*))?"
    return _compiled(rf"(?:{_any('to')} )?(?P<whom>{_any('whom')})\b,?{name}{place}")


@cache
def _for_somebody() -> re.Pattern[str]:
    """ "For my mum's number", "it's for my sister", "weka kwa namba hii": whoever gets it, or the number that does."""
    lead, number = rf"(?:{_any('lead')}[, ]{{1,3}}){{0,4}}", _any("number")
    whose = rf"(?P<whom>{_any('whom')})(?:['\u2019]?s)?(?: {number})?"
    return _compiled(rf"{lead}(?:{_any('it_is')} )?{_any('for_them')}(?: (?:{whose}|{number}))?")


@cache
def _received() -> re.Pattern[str]:
    """ "My neighbour will receive it, the name is Otieno"."""
    lead, named = rf"(?:{_any('lead')}[, ]{{1,3}}){{0,4}}", _any("is_called")
    name = rf"(?:,? (?:{named} )?(?P<name>{_NAMES}))?(?:,? {named})?"
    return _compiled(rf"{lead}(?P<whom>{_any('whom')}|{_NAMES}) {_any('receives')}{name}")


@cache
def _on_a_name() -> re.Pattern[str]:
    lead = rf"(?:{_any('lead')}[, ]{{1,3}}){{0,4}}"
    return _compiled(rf"{lead}{_any('named')} (?P<name>{_NAMES}(?: (?:and|na|&) {_NAMES})?)")


@cache
def _note() -> re.Pattern[str]:
    return _compiled(rf"(?:[,.;]{{1,2}}\s{{0,3}}|\s)(?:{_any('lead')}\s)?(?P<note>{_any('there')}\b.*)")


@cache
def _to_a_name() -> re.Pattern[str]:
    return _compiled(rf"{_any('to')} (?P<name>{_NAMES}),? (?:(?:in|at|huko) )?(?P<place>\S.*)")


@cache
def _to_a_place() -> re.Pattern[str]:
    return _compiled(rf"{_any('to')} (?P<place>\S.*)")


@cache
def _no_place() -> re.Pattern[str]:
    return _compiled(rf"\d{{6}}|\b{_any('no_place')}\b")


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE | re.DOTALL)
