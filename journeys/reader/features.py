"""What the reader sees of each word: its letters, its meaning to our lists, whether the business writes it, and what
stands around it."""

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from typing import Final

from journeys.local.purchase import numbers
from journeys.reader.marked import WrittenWord
from knowledge import lexicon
from knowledge.search.terms import glossary
from knowledge.text import fold

IsOwn = Callable[[str], bool]
"""Whether the business writes this word on its shelves."""
AFFIXES: Final = (2, 3, 4)
"""Swahili verbs carry who and when in front, and Sheng hangs Swahili ends on English words."""
BESIDE: Final = (-2, -1, 1, 2)
"""The words around one that tell most of it; what stands further away is in its clause."""
# A number up to here mostly counts.
FEW: Final = 12
# Without the country, a phone number has so many.
PHONE_DIGITS: Final = 9
# "128GB" and "07…" differ by then.
LONGEST_SHAPE: Final = 8
ENDS: Final = frozenset(".!?;,\n")


def features(tokens: Sequence[WrittenWord], at: Collection[str], is_own: IsOwn) -> list[list[str]]:
    """A list of features for each token; `at` is what the conversation is at."""
    own = [_of_word(token.text, is_own) for token in tokens]
    words = [fold(token.text) for token in tokens]
    asked, clauses = _are_asked(words), _clauses(words)
    places = [f"at={name}" for name in sorted(at)]
    found = []
    for place, word in enumerate(words):
        here = ["bias", *own[place], *places, f"?={asked[place]}"]
        here += [f"cl={other}" for other in clauses[place] if other != word]
        for step in BESIDE:
            beside = place + step
            if not 0 <= beside < len(words):
                here.append(f"{step}=none")
                continue
            here += [f"{step}{feature}" for feature in own[beside][: 3 if abs(step) > 1 else 6]]
        if place:
            here.append(f"2={words[place - 1]} {word}")
        if place + 1 < len(words):
            here.append(f"+2={word} {words[place + 1]}")
        if place > 1:
            here.append(f"3={words[place - 2]} {words[place - 1]} {word}")
        found.append(here)
    return found


def with_acts(seen: Sequence[Sequence[str]], acts: Sequence[str]) -> list[list[str]]:
    """The same for whoever finds the parts, with the errand that each word belongs to."""
    found = []
    for features_of, act in zip(seen, acts, strict=True):
        name = act.partition("-")[2] or act
        word = features_of[1]
        found.append([*features_of, f"act={name}", f"act={name}|{word}", f"starts={act[:1]}"])
    return found


def _are_asked(words: Sequence[str]) -> list[bool]:
    """Of each word, whether its sentence ends with a question mark."""
    found, is_asked = [], False
    for word in reversed(words):
        if word in ".!?":
            is_asked = word == "?"
        found.append(is_asked)
    return found[::-1]


def _clauses(words: Sequence[str]) -> list[list[str]]:
    """Of each word, the words around it that no sign parts from it."""
    found: list[list[str]] = []
    start = 0
    for place, word in enumerate([*words, "."]):
        if word in ENDS:
            inside = list(words[start:place])
            found += [inside] * (place - start) + [[]]
            start = place + 1
    return found[: len(words)]


def _of_word(text: str, is_own: IsOwn) -> list[str]:
    """The first ones say most, and are what is seen of neighbours."""
    word = fold(text)
    features = [f"w={word}" if not word.isdecimal() else _of_number(word)]
    features += _of_meaning(word)
    if not any(sign.isalnum() for sign in word):
        return [*features, "sign"]
    if is_own(word):
        features.append("own")
    features += [f"p={word[:size]}" for size in AFFIXES if len(word) > size]
    features += [f"s={word[-size:]}" for size in AFFIXES if len(word) > size]
    if any(sign.isdigit() for sign in word):
        features += ["digits", f"shape={_shape(text)}"]
        if sum(sign.isdigit() for sign in word) >= PHONE_DIGITS:
            features.append("phone")
    elif text.isupper() and len(text) > 2:
        features.append("capitals")
    elif text[:1].isupper():
        features.append("capital")
    if word in numbers.words():
        features.append("number")
    return features


@lru_cache(maxsize=20_000)
def _of_meaning(word: str) -> list[str]:
    """By our own lists alone: its concept and of what kind, its English words, its stem, whether it is a place."""
    meaning = lexicon.listed(word)
    features = [f"c={meaning}", f"k={lexicon.listed_kind(meaning)}"] if meaning else []
    features += [f"e={english}" for english in glossary.in_english(word)[:2]]
    if glossary.is_place(word):
        features.append("place")
    if lexicon.is_stop_word(word):
        features.append("little")
    return features


def _of_number(word: str) -> str:
    return f"w={word}" if int(word) <= FEW else f"w=#{len(word)}"


def _shape(text: str) -> str:
    signs = ("d" if each.isdigit() else "A" if each.isupper() else "a" if each.isalpha() else each for each in text)
    return "".join(signs)[:LONGEST_SHAPE]
