"""Understands short answers to a question we asked: yes or no, a pick from a list."""

import re
from collections.abc import Mapping, Sequence
from functools import cache

from rapidfuzz import fuzz

from journeys.local.wordlists import any_of, tokens, word_set, wordlist
from knowledge import lexicon

_DRAWN_OUT = re.compile(r"(.)(?<!\1\1)\1+$")
_SIGNED = re.compile(r"-\s?\d|\d\s?[.,:/\u2044-]\s?\d")
# Words of a short answer; a longer one says something else too.
_LONGEST_ANSWER = 6
# Likeness out of 100: one slip in a word.
_CLOSE = 84.0
# So much of the answer must be the option's.
_COVERED = 0.6
# By so much the next option must be behind.
_CLEARLY = 0.12
_COURTESY = frozenset({"please", "pls", "tafadhali", "asante", "thanks", "bana", "boss"})
_CLEAR = frozenset({"yes", "yeah", "yep", "ndio", "ndiyo", "no", "nope", "hapana", "sitaki"})


def _plainly(word: str) -> str:
    """Undo drawn-out endings: "yesss", "ndioo"."""
    known = word_set("replies", "yes", "words") | word_set("replies", "no", "words")
    short = _DRAWN_OUT.sub(r"\1", word)
    return short if short in known and word not in known else word


def _is_phrase(side: str, said: list[str]) -> bool:
    asked = " ".join(word for word in said if word not in _COURTESY)
    return bool(any_of("replies", side, "phrases").fullmatch(asked))


def _says(side: str, text: str, said: list[str]) -> bool:
    words = word_set("replies", side, "words")
    is_harmless = set(said) <= words | word_set("replies", "around", "words")
    if any(sign in text for sign in wordlist("replies")[side]["signs"].split()):
        return is_harmless
    return bool(said) and said[0] in words and (is_harmless or said[0] in _CLEAR)


def yes_or_no(text: str) -> bool | None:
    """Read consent or refusal; anything that is not clearly one of them is None."""
    said = [_plainly(word) for word in tokens(text)]
    if len(said) > _LONGEST_ANSWER or any(word.isdecimal() for word in said):
        return None
    agrees, refuses = _is_phrase("yes", said), _is_phrase("no", said)
    if agrees != refuses:
        return agrees
    agrees, refuses = _says("yes", text, said), _says("no", text, said)
    against = word_set("replies", "doubt", "words") | word_set("replies", "no", "words")
    if agrees == refuses or (agrees and against & set(said)):
        return None
    contrary = word_set("replies", "yes", "words") & set(said[1:]) & _CLEAR
    return None if refuses and contrary else agrees


@cache
def _table(name: str) -> Mapping[str, int]:
    pairs = (entry.split("=") for entry in wordlist("replies")["pick"][name].split())
    return {word: int(value) for word, value in pairs}


def _ordered(word: str, upto: int) -> int | None:
    """Return the place a digit, an ordinal or "last" names."""
    if word.isdecimal():
        return int(word) if len(word) <= 2 else 0
    if word in word_set("replies", "pick", "last"):
        return upto
    return _table("ordinals").get(word)


def pick_number(text: str, *, upto: int) -> int | None:
    """Return the one number from 1 to `upto` that the whole message picks."""
    said = tokens(text.replace("\U0001f51f", "10"))
    if _SIGNED.search(text) or len(said) > 2 * _LONGEST_ANSWER:
        return None
    places = [place for word in said if (place := _ordered(word, upto)) is not None]
    numbers, fillers = _table("numbers"), word_set("replies", "pick", "fillers")
    rest = [word for word in said if _ordered(word, upto) is None and not (places and word == "one")]
    places = places + [numbers[word] for word in rest if word in numbers]
    if len(places) != 1 or not all(word in fillers or word in numbers for word in rest):
        return None
    return places[0] if 1 <= places[0] <= upto else None


def _likeness(word: str, title: Sequence[str]) -> float:
    """Compare a word with a title: equal, equal in meaning ("nyeusi" and "black"), or a typo apart."""
    if word in title:
        return 1.0
    meaning = lexicon.concept(word)
    if meaning and any(lexicon.concept(other) == meaning for other in title):
        return 0.85
    if len(word) < 4 or not word.isalpha():
        return 0.0
    best = max((fuzz.ratio(word, other) for other in title if other.isalpha()), default=0.0)
    return best / 100 if best >= _CLOSE else 0.0


def pick_name(text: str, titles: Sequence[str]) -> int | None:
    """Return the index of the single title the message means, None when it fits several or none."""
    named = [tokens(title) for title in titles]
    said = tokens(text)
    if said and named.count(said) == 1:
        return named.index(said)
    ignored = word_set("wants", "filler", "words") | word_set("replies", "pick", "fillers")
    content = [word for word in said if word not in ignored and not lexicon.is_stop_word(word)]
    if not content or len(content) > 2 * _LONGEST_ANSWER or {"not", "sio", "siyo", "except"} & set(said):
        return None
    scores = [sum(_likeness(word, title) for word in content) / len(content) for title in named]
    ranked = sorted(range(len(scores)), key=lambda index: -scores[index])
    if not ranked or scores[ranked[0]] < _COVERED:
        return None
    if len(ranked) > 1 and scores[ranked[0]] - scores[ranked[1]] < _CLEARLY:
        return None
    return ranked[0]
