"""The word lists beside the code, how a message is cut into words, and how words are told from noise."""

import re
import tomllib
from collections import Counter
from functools import cache
from itertools import chain
from math import log
from pathlib import Path
from typing import Any

from knowledge import lexicon
from knowledge.text import fold, remembered_if_short

LONGEST = 1600  # WhatsApp's own limit; what is longer is judged by its beginning
_DRAWN_OUT = re.compile(r"([^\W\d_])\1{2,}")
_STRETCHED = re.compile(r"([aeiou])\1\Z")
_TOKEN = re.compile(r"[^\W_]+")
_KEY_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm", "abcdefghijklmnopqrstuvwxyz")
_SAME_LETTER = re.compile(r"(.)\1{2,}|^(.{1,3}?)\2{2,}$")
_GLUED = re.compile(r"(?<=\d)(?=mbps\b)", re.IGNORECASE)
_ABBREVIATIONS = frozenset(
    {"hdmi", "dstv", "gotv", "http", "https", "html", "kplc", "nssf", "nhif", "mbps", "cctv", "ntsa", "kshs", "sms"}
)
_LAUGHTER = re.compile(r"(?:ha|he|hi|ah|eh|lo)+l?h?")
# Log-likelihood of a letter: below it keys were hit, not words written.
_UNLIKELY = -3.5


@cache
def wordlist(name: str) -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name(f"{name}.toml").read_text(encoding="utf-8"))


@cache
def word_set(name: str, *path: str) -> frozenset[str]:
    found: Any = wordlist(name)
    for key in path:
        found = found[key]
    return frozenset(found.split())


@cache
def any_of(name: str, *path: str) -> re.Pattern[str]:
    """Return one pattern that finds any of the listed phrases as whole words."""
    found: Any = wordlist(name)
    for key in path:
        found = found[key]
    return re.compile(r"(?<!\w)(?:" + "|".join(sorted(found, key=len, reverse=True)) + r")(?!\w)")


@remembered_if_short
def plain(text: str) -> str:
    """Fold a message and drop its apostrophes, so that "don't", "dont" and "ng'ombe" read one way."""
    return fold(text[:LONGEST]).replace("'", "")


def steady(text: str) -> str:
    """Shorten drawn-out letters: "heeey", "pleeease"."""
    return _DRAWN_OUT.sub(r"\1", text)


def is_among(word: str, known: frozenset[str]) -> bool:
    """Whether a word is one of them, also with its last vowel drawn out: "nipee", "sanaa"."""
    return word in known or (_STRETCHED.search(word) is not None and word[:-1] in known)


@cache
def _in_other_words() -> tuple[tuple[re.Pattern[str], str], ...]:
    phrases = wordlist("shorthand")["phrases"]
    return tuple((re.compile(rf"\b(?:{'|'.join(said)})\b", re.IGNORECASE), word) for word, said in phrases.items())


@cache
def _shorthand() -> tuple[re.Pattern[str], dict[str, str]]:
    short = {each: word for word, said in wordlist("shorthand")["words"].items() for each in said.split()}
    swahili = r"(?P<ni>n(?=(?:me|li)[a-z]{3}))|(?P<si>c(?=[jknt][aeiou][a-z]{2}))"  # "nmeona", "cjapata"
    return re.compile(rf"(?<![\w'])(?:(?P<short>{'|'.join(short)})(?![\w'])|{swahili})", re.IGNORECASE), short


def spelled_out(text: str) -> str:
    """What is written short in chats as it is written in full, "hw much r d shoes", and a phrase as the word for it."""
    for phrase, word in _in_other_words():
        text = phrase.sub(word, text)
    text = _GLUED.sub(" ", text)  # "100mbps"
    pattern, short = _shorthand()
    return pattern.sub(
        lambda found: short[found["short"].casefold()] if found["short"] else found.lastgroup or "", text
    )


def tokens(text: str) -> list[str]:
    return list(_tokens(text))


@remembered_if_short
def _tokens(text: str) -> tuple[str, ...]:
    return tuple(_TOKEN.findall(plain(text)))


def stems(text: str) -> set[str]:
    """What a text is about, whichever form its words have: their stems, without the words that say nothing."""
    return {lexicon.stem(word) for word in tokens(text) if not lexicon.is_stop_word(word)}


def _pairs(word: str) -> list[str]:
    padded = f"^{word}$"
    return [padded[at : at + 3] for at in range(len(padded) - 2)]


@cache
def common_words() -> frozenset[str]:
    """Return the everyday words of every language we listen for."""
    spoken = (word_set("language", tongue, kind) for tongue in ("en", "sw", "sheng") for kind in ("strong", "plain"))
    return frozenset(chain(*spoken, word_set("language", "neutral", "words")))


@cache
def _words_seen() -> frozenset[str]:
    """Return every word of the lists beside this file: enough to know how words of our languages look."""
    lines = chain.from_iterable(wordlist("exemplars").values())
    said = chain.from_iterable(tokens(line) for line in lines)
    listed = chain.from_iterable(idea["words"].split() for idea in wordlist("concepts").values())
    return frozenset(chain(said, listed)) | common_words()


@cache
def _letter_model() -> tuple[Counter[str], Counter[str]]:
    triples = Counter(triple for word in _words_seen() if word.isalpha() for triple in _pairs(word))
    starts: Counter[str] = Counter()
    for triple, count in triples.items():
        starts[triple[:2]] += count
    return triples, starts


def likelihood(word: str) -> float:
    """Return the mean log probability of the word's letters; ordinary words lie above -3."""
    triples, starts = _letter_model()
    odds = [log((triples[triple] + 0.1) / (starts[triple[:2]] + 2.6)) for triple in _pairs(word)]
    return sum(odds) / len(odds)


def _is_key_run(word: str) -> bool:
    return len(word) >= 4 and any(word in row or word in row[::-1] for row in _KEY_ROWS)


def is_noise(word: str) -> bool:
    """Judge one folded word; numbers and other scripts are never called noise."""
    if not (word.isascii() and word.isalpha()) or _LAUGHTER.fullmatch(word):
        return False
    if word in _ABBREVIATIONS or {word, steady(word)} & _words_seen():
        return False
    if _SAME_LETTER.search(word) or _is_key_run(word):
        return True
    if not set(word) & set("aeiouy"):
        return len(word) > 3
    return len(word) > 3 and likelihood(word) < _UNLIKELY


def is_gibberish(text: str) -> bool:
    """Say whether half of the words or more are noise; a message without any letter or digit is too."""
    said = tokens(text)
    noise = sum(1 for word in said if is_noise(word))
    return not said or noise * 2 >= len(said)
