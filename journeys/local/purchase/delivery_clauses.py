"""Reads where an order goes and to whom from several clauses: "send it to my sister, Thika, 0722 000 111"."""

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from journeys.local.purchase import payment
from journeys.local.wordlists import plain, tokens, wordlist
from knowledge.search.terms.glossary import is_place

# More clauses are a story.
MOST_CLAUSES: Final = 4
# An estate, a road and its house.
MOST_WORDS_OF_A_PLACE: Final = 8
_NAME: Final = r"(?-i:[A-Z][\w'\u2019-]{1,30})"


@dataclass(slots=True)
class _Told:
    """What the clauses have told so far."""

    place: str = ""
    recipient: str = ""


def read(text: str) -> tuple[str, str] | None:
    """The recipient, with the number if one is told, and the place; None where a clause says anything else."""
    phone, told = payment.phone_in(text), _Told()
    if not phone and not _clauses().search(text) and not _lives().fullmatch(text):
        return None
    clauses = [clause.strip(" :!") for clause in _clauses().split(payment.without_phones(without_number_words(text)))]
    clauses = [clause for clause in clauses if clause]
    if len(clauses) > MOST_CLAUSES or not all(_takes(clause, told) for clause in clauses):
        return None
    if not (told.place or (told.recipient and phone)):
        return None
    return " ".join(filter(None, (told.recipient, phone))), told.place


def without_number_words(text: str) -> str:
    """The message without what only says that a number follows: the "my number is" of "my number is 0722 …"."""
    return _number_words().sub(" ", text)


def names_a_place(said: str) -> bool:
    """Whether a town or a part of one is in it, or it is written as a name."""
    words = said.split()
    is_name = bool(words) and all(word[0].isupper() or word[0].isdecimal() for word in words)
    return 0 < len(words) <= MOST_WORDS_OF_A_PLACE and (is_name or any(is_place(plain(word)) for word in tokens(said)))


def _takes(clause: str, told: _Told) -> bool:
    """Whether a clause tells one thing of it, which is then kept."""
    if found := _lives().fullmatch(clause):
        place = found["place"].strip()
        told.place = told.place or place
        return names_a_place(place) and told.place == place
    if found := _brought_to().fullmatch(clause):
        place, name = (found["place"] or "").strip(), found["name"] or ""
        if name and not place and names_a_place(name) and is_place(plain(name)):
            place, name = name, ""
        told.recipient = told.recipient or " ".join(filter(None, (found["whom"], name)))
        told.place = told.place or place
        return not place or names_a_place(place)
    if names_a_place(clause) and not told.place:
        told.place = clause
        return True
    return False


def _any(name: str) -> str:
    phrases = f"(?:{'|'.join(wordlist('delivery')[name])})"
    return re.sub("THING|WHOM|TO|SHOP", lambda named: _any(named.group().lower()), phrases)


@cache
def _clauses() -> re.Pattern[str]:
    return re.compile(rf"[,.;\n]+|\s(?:and|na|then|alafu)\s(?={_any('clause_begins')}\s)", re.IGNORECASE)


@cache
def _number_words() -> re.Pattern[str]:
    return re.compile(rf"(?:\b{_any('number_follows')}\W{{0,3}})+(?=\+?\d[\d -]{{8,}})", re.IGNORECASE)


@cache
def _lives() -> re.Pattern[str]:
    return re.compile(rf"(?:{_any('lead')} )?{_any('lives')} (?P<place>\S.*)", re.IGNORECASE)


@cache
def _brought_to() -> re.Pattern[str]:
    lead, whom = rf"(?:{_any('lead')}[, ]{{1,3}}){{0,3}}", rf"(?P<whom>{_any('whom')})(?:,? (?P<name>{_NAME}))?"
    verb, at = rf"(?:{_any('brings')}|{_any('for_it')})(?: {_any('thing')})?", rf"(?:{_any('to')}|{_any('lives')})"
    to_them = rf"(?: (?:{_any('to')} )?(?:{_any('them')}|{whom}))?(?: {_any('directly')})?"
    return re.compile(rf"{lead}{verb}{to_them}(?:,? (?:{at} )?(?P<place>(?!{_any('to')}\b)\S.*))?", re.IGNORECASE)
