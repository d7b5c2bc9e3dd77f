"""Mends English words that are written without some of their vowels or doubled letters: "evning", "disconecting"."""

import re
from collections import defaultdict
from functools import cache, lru_cache
from typing import Final

from journeys.local import language, vocabulary
from journeys.local.wordlists import spelled_out, word_set
from knowledge import lexicon, own_words

_WORD: Final = re.compile(r"(?<![\w@/.'\u2019-])[a-z]{4,24}(?![\w@/'\u2019-]|\.\w)")
_VOWEL: Final = frozenset("aeiou")


@own_words.remembered(2_000)
def written_out(text: str) -> str:
    """The text as it is written in full: without what is written short in chats, and without such slips."""
    return mended(spelled_out(text))


def mended(text: str) -> str:
    """The text with each unknown word that is plainly one of the everyday ones, misspelt; names, words that begin with
    a capital and what this business itself writes stay."""
    return _WORD.sub(lambda found: _mended(found[0]) or found[0], text)


def _mended(word: str) -> str | None:
    is_known = vocabulary.is_known(word) and not lexicon.is_slip(word)
    is_another = is_known or language.is_swahili_shaped(word) or lexicon.is_written_here(word)
    return None if is_another else _meant(word)


@lru_cache(maxsize=4_000)
def _meant(word: str) -> str | None:
    """The one word of which it lacks only vowels, or a letter of a doubled one."""
    known = _by_first().get(word[0], ())
    if word in known:
        return None
    bare = [each for each in known if len(each) > len(word) and _is_shortened(word, each)]
    return bare[0] if len(bare) == 1 else None


def _is_shortened(word: str, whole: str) -> bool:
    """Whether a word is another without some of its vowels, and a letter for a doubled one."""
    at = 0
    for letter in word:
        while at < len(whole) and whole[at] != letter:
            if whole[at] not in _VOWEL and not (at and whole[at] == whole[at - 1]):
                return False
            at += 1
        at += 1
    left = whole[min(at, len(whole)) :]
    return at <= len(whole) and all(letter in _VOWEL or letter == whole[-1] == word[-1] for letter in left)


@cache
def _by_first() -> dict[str, tuple[str, ...]]:
    known = defaultdict(list)
    for word in word_set("slips", "words"):
        known[word[0]].append(word)
    return {letter: tuple(sorted(words)) for letter, words in known.items()}
