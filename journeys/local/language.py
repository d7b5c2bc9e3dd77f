"""The language of a message: English, Swahili, Sheng or a mix of them; unsure unless it is clear."""

import re
from dataclasses import dataclass
from functools import cache
from math import exp

from journeys.local.guess import Guess, guess
from journeys.local.wordlists import tokens, word_set

_SUBJECT = r"(?:ha)?(?:ni|u|a|tu|m|wa|i|li|ya|ki|vi|zi|ku|pa|si)"
_TENSE = r"(?:na|li|ta|me|ki|nge|ngali|ka|ja|nata)"
_OBJECT = r"(?:ni|ku|mw|m|tu|wa|ki|vi|zi|ji)?"
_SYLLABLES = r"(?:(?:[mn]?(?:ch|sh|dh|gh|th|ny|ng|mb|nd|nj|[bdfghjklmnprstvwyz])[wy]?)?[aeiou])"
_SWAHILI_VERB = re.compile(rf"{_SUBJECT}{_TENSE}{_OBJECT}{_SYLLABLES}{{2,5}}")
_SWAHILI_SHAPE = re.compile(rf"(?:m(?=[bcdfghjklnprstvwz])|{_SYLLABLES}){{2,8}}")
_BORROWED_VERB = re.compile(rf"(?:{_SUBJECT}{_TENSE}|ni|u|ku|wa|tu){_OBJECT}(?P<stem>[a-z]{{3,12}})")
_FOREIGN_VERB = re.compile(r"(?:(?:ni|tu|wa)(?:na|me|li|ta)|mna|mme|ku(?:ni|ku|ji|wa)|niku|niki)(?P<stem>[a-z]{3,12})")


@dataclass(frozen=True, slots=True)
class _Weight:
    en: float = 0.0
    sw: float = 0.0
    sheng: float = 0.0


_NOTHING = _Weight()


@cache
def _known() -> dict[str, _Weight]:
    """Later entries win: a word in two lists is judged by the more telling one."""
    table: dict[str, _Weight] = {}
    layers = [
        (("en", "plain"), _Weight(en=1.0)),
        (("en", "borrowed"), _Weight(en=0.4)),
        (("en", "strong"), _Weight(en=1.5)),
        (("sw", "plain"), _Weight(sw=1.0)),
        (("sw", "strong"), _Weight(sw=1.8)),
        (("sheng", "plain"), _Weight(sw=0.4, sheng=0.6)),
        (("sheng", "strong"), _Weight(sheng=1.6)),
        (("neutral", "words"), _NOTHING),
    ]
    for path, weight in layers:
        table.update(dict.fromkeys(word_set("language", *path), weight))
    return table


def _is_english(stem: str) -> bool:
    found = _known().get(stem)
    return found is not None and found.en > 0


def is_swahili_verb(word: str) -> bool:
    return _SWAHILI_VERB.fullmatch(word) is not None


def _is_borrowed_verb(token: str) -> bool:
    """Tell Swahili prefixes on a foreign stem, the mark of Sheng: "wanafollow", "kuniconnect"."""
    borrowed, foreign = _BORROWED_VERB.fullmatch(token), _FOREIGN_VERB.fullmatch(token)
    if borrowed and _is_english(borrowed["stem"]):
        return True
    return foreign is not None and not _SWAHILI_SHAPE.fullmatch("a" + foreign["stem"])


def _weigh_unlisted(token: str) -> _Weight:
    if is_swahili_verb(token):
        return _Weight(sw=1.0)
    if _is_borrowed_verb(token):
        return _Weight(sheng=1.0)
    if len(token) >= 4 and _SWAHILI_SHAPE.fullmatch(token):
        return _Weight(sw=0.25)
    return _NOTHING


def _weigh(token: str) -> _Weight:
    found = _known().get(token)
    return _weigh_unlisted(token) if found is None else found


def _label(en: float, sw: float, sheng: float) -> tuple[str, float]:
    """Return the label and the weight that speaks for it."""
    local = sw + sheng
    if sheng > max(en, sw) or (sheng >= 1.0 and local > 0.6 * en):
        return "sheng", 1.1 * sheng + 0.35 * sw
    smaller, larger = sorted((en, local))
    if smaller >= 1.0 and smaller >= 0.25 * larger:
        return "mixed", smaller + 0.2 * larger
    return ("sw", local) if local > en else ("en", en)


def detect(text: str) -> Guess:
    """Judge by the words we know; few known words, or a divided vote, make a low confidence."""
    judged = [token for token in tokens(text) if (token.isalpha() and len(token) > 1) or token in ("i", "a")]
    weights = [_weigh(token) for token in judged]
    sw, sheng = sum(weight.sw for weight in weights), sum(weight.sheng for weight in weights)
    # Borrowed words say nothing inside a Swahili sentence: "nataka running shoes" is Swahili.
    en = sum(weight.en for weight in weights if weight.en >= 1.0 or sw + sheng == 0)
    if en + sw + sheng == 0:
        return guess("en", 0.0)
    label, support = _label(en, sw, sheng)
    share = {"en": en, "sw": sw + 0.5 * sheng}.get(label, en + sw + sheng) / (en + sw + sheng)
    heard = sum(1 for weight in weights if max(weight.en, weight.sw, weight.sheng) >= 0.4) / len(weights)
    return guess(label, share * (0.6 + 0.4 * heard) * (1 - exp(-support)))
