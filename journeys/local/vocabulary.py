"""The words of a Swahili or Sheng message that nothing here gives a meaning, so that the lexicon can grow."""

import re
from functools import cache
from typing import Final

from journeys.language import numbers
from journeys.local.exemplars import concept_words
from journeys.local.wordlists import common_words, is_noise, plain, word_set
from knowledge import lexicon

# Letters of a word that is worth a place in the lexicon.
SHORTEST: Final = 3
# Longer ones are links and noise.
LONGEST: Final = 24
_WORD: Final = re.compile(r"(?<![\w@/.])(?P<word>[^\W\d_]+(?:['\u2019][^\W\d_]+)*)(?![\w@]|\.\w)")
_BEFORE: Final = (
    r"(?:(?:ha|si)?(?:ni|n|u|a|tu|m|wa|i|li|ya|ki|vi|zi|ku|pa)?(?:na|li|ta|me|ki|nge|ngali|ka|ja|si|taka|naka|lisha|mesha)?"
    r"(?:po|ye|yo|zo|cho|vyo|lo|mo|o)?(?:ni|ku|mw|m|tu|wa|ki|vi|zi|ji|li|ya|i|u|pa)?)"
)
_AFTER: Final = r"(?:[ie]?(?:sh|z|k|n|w|li|le)?(?:an|ik|ek|iw|ew|w|i)?(?:a|e|i|u)?(?:ni|je|po|vyo|ye|yo)?)"


@cache
def _verb() -> re.Pattern[str]:
    roots = sorted(word_set("everyday", "roots"), key=len, reverse=True)
    return re.compile(rf"{_BEFORE}(?:{'|'.join(root for root in roots if len(root) > 1)}){_AFTER}")


@cache
def _everyday() -> frozenset[str]:
    return common_words() | word_set("language", "en", "borrowed") | word_set("everyday", "words")


def is_known(word: str) -> bool:
    """Whether a word has a meaning here, or is grammar, courtesy, a number or an everyday verb."""
    plainly = plain(word)
    if plainly in _everyday() or plainly in concept_words() or plainly in numbers.words():
        return True
    if lexicon.is_stop_word(plainly) or lexicon.concept(plainly) is not None:
        return True
    return _verb().fullmatch(plainly) is not None


def unknown(text: str) -> list[str]:
    """Each once, folded; names, written with a capital inside a sentence, and noise are left out."""
    found: list[str] = []
    for match in _WORD.finditer(text):
        word = match["word"]
        is_name = word[0].isupper() and text[: match.start()].rstrip()[-1:] not in ("", ".", "!", "?")
        folded = plain(word)
        is_word = SHORTEST <= len(folded) <= LONGEST and folded.isascii() and not is_noise(folded)
        if is_word and not is_name and not is_known(folded):
            found.append(folded)
    return list(dict.fromkeys(found))
