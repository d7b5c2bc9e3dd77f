"""What a customer is after, judged without a model: exemplars first, a few sure patterns, and honest doubt otherwise."""

import re
from functools import cache
from itertools import chain
from math import exp

from journeys.local import exemplars
from journeys.local.gibberish import is_gibberish, likelihood
from journeys.local.guess import Guess, guess
from journeys.local.wordlists import plain, tokens, word_set, wordlist

SURE = 0.86
_SIBLINGS = frozenset({"sales_discovery", "product_question"})  # one journey serves both
_OF_A_THING = frozenset({"thing", "colour", "size", "bound"})


@cache
def _sure_patterns() -> list[tuple[str, re.Pattern[str]]]:
    sure = wordlist("intent")["sure"]
    return [(intent, re.compile("|".join(f"(?:{line})" for line in lines))) for intent, lines in sure.items()]


@cache
def _answer() -> re.Pattern[str]:
    return re.compile(wordlist("intent")["answer"])


@cache
def _common_words() -> frozenset[str]:
    kinds = [(tongue, kind) for tongue in ("en", "sw", "sheng") for kind in ("strong", "plain")]
    listed = chain.from_iterable(word_set("language", *path) for path in kinds)
    return frozenset(chain(listed, word_set("language", "neutral", "words")))


def _confidence(ranked: list[tuple[str, float]]) -> float:
    """Turn scores into a probability; the constants were fitted on messages the exemplars had not seen."""
    (first, top), (second, next_best), (_, third) = ranked[:3]
    margin = top - next_best
    if {first, second} == _SIBLINGS:
        margin = max(margin, 0.5 * (top - third))
    return 1 / (1 + exp(1.2 - 8.0 * margin - 2.0 * top))


def _named_thing(text: str) -> Guess | None:
    """Read a product's name typed alone as a wish to see it."""
    said, ideas = tokens(text), exemplars.concepts(text)
    if "thing" in ideas and ideas <= _OF_A_THING and len(said) <= 6:
        return guess("sales_discovery", 0.84)
    words = [word for word in said if word.isalpha()]
    is_name = words and len(said) <= 3 and all(word.isascii() and len(word) > 2 for word in words)
    if is_name and not ideas and not _common_words() & set(words) and min(map(likelihood, words)) > -3.1:
        return guess("sales_discovery", 0.7)
    return None


def _from_exemplars(text: str, expected: str | None) -> Guess:
    scores = exemplars.model().scores(text)
    if expected in scores:
        scores[expected] += 0.06
    ranked = sorted(scores.items(), key=lambda item: -item[1])
    label, confidence = ranked[0][0], _confidence(ranked)
    if label == "unknown" or confidence < 0.5:
        return guess("unknown", min(confidence, 0.49))
    return guess(label, min(confidence, 0.97))


def classify(text: str, *, last_journey: str | None = None) -> Guess:
    """Name the intent; a bare answer ("2", "sawa") belongs to the journey the customer is already in."""
    said = plain(text).strip(" .!?,")
    expected = wordlist("intent")["of_journey"].get(last_journey)
    if _answer().fullmatch(said):
        return guess(expected, 0.72) if expected else guess("unknown", 0.3)
    if is_gibberish(text):
        return guess("unknown", 0.1)
    for intent, pattern in _sure_patterns():
        if pattern.fullmatch(said):
            return guess(intent, SURE)
    return _named_thing(text) or _from_exemplars(text, expected)
