"""The words of a Swahili or Sheng message that the lexicon has no meaning for, so that it can grow."""

import re
from typing import Final

from journeys.language import numbers
from journeys.local.wordlists import common_words, is_noise, plain, word_set
from knowledge import lexicon

SHORTEST: Final = 3
LONGEST: Final = 24
_WORD: Final = re.compile(r"(?<![\w@/.])(?P<word>[^\W\d_]+(?:['\u2019][^\W\d_]+)*)(?![\w@]|\.\w)")


def is_known(word: str) -> bool:
    """Whether a word has a meaning here, or is grammar, courtesy or a number."""
    plainly = plain(word)
    if plainly in common_words() or plainly in word_set("language", "en", "borrowed") or plainly in numbers.words():
        return True
    return lexicon.is_stop_word(plainly) or lexicon.concept(plainly) is not None


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
