"""What a customer is after, judged without a model: sure patterns, then exemplars, and honest doubt."""

import re
from functools import cache
from math import exp

from journeys.local import exemplars
from journeys.local.guess import Guess, guess
from journeys.local.language import is_swahili_verb
from journeys.local.wordlists import (
    any_of,
    common_words,
    is_gibberish,
    likelihood,
    plain,
    steady,
    tokens,
    word_set,
    wordlist,
)
from knowledge import lexicon

# A pattern's word: past every threshold that asks back.
SURE = 0.86
# By so much another topic must be nearer.
ELSEWHERE = 0.1
# One word or two may be the name of anything.
MOST_OF_A_NAME = 2
_SIBLINGS = frozenset({"sales_discovery", "product_question"})  # one journey serves both
_OF_A_THING = frozenset({"thing", "colour", "size", "bound", "describe", "network"})
_SMALL_TALK = frozenset({"small_talk"})
# Log-likelihood of a letter: below it keys were hit, not words written.
_WORDLIKE = -3.1


@cache
def _sure_patterns() -> list[tuple[str, re.Pattern[str]]]:
    sure = wordlist("intent")["sure"]
    return [
        (intent, re.compile(rf"\A(?:{'|'.join(f'(?:{line})' for line in lines)})")) for intent, lines in sure.items()
    ]


@cache
def _answer() -> re.Pattern[str]:
    return re.compile(wordlist("intent")["answer"])


def _confidence(ranked: list[tuple[str, float]]) -> float:
    """Turn scores into a probability; the constants were fitted on messages the exemplars had not seen."""
    (first, top), (second, next_best), (_, third) = ranked[:3]
    margin = top - next_best
    if {first, second} == _SIBLINGS:
        margin = max(margin, 0.5 * (top - third))
    return 1 / (1 + exp(1.75 - 4.2 * margin - 3.4 * top))


def _is_plain_name(said: list[str]) -> bool:
    """Say whether the words could name a thing: no grammar but what links nouns."""
    allowed = word_set("intent", "links") | word_set("concepts", "thing", "words")
    unknown = [word for word in said if word not in allowed and lexicon.concept(word) is None]
    return not any(word in common_words() or is_swahili_verb(word) for word in unknown)


def _named_thing(text: str) -> Guess | None:
    """Read a product's name typed alone as a wish to see it."""
    said, ideas = tokens(text), exemplars.concepts(text)
    if len(said) > 6 or not _is_plain_name(said):
        return None
    if "thing" in ideas and ideas <= _OF_A_THING:
        return guess("sales_discovery", 0.84)
    words = [word for word in said if word.isalpha()]
    could_name = words and len(said) <= 3 and all(word.isascii() and len(word) > 2 for word in words)
    if could_name and not ideas and min(map(likelihood, words)) > _WORDLIKE:
        return guess("sales_discovery", 0.7)
    return None


def _asked_for(text: str, said: str) -> Guess | None:
    """Read "do you sell ..." about a thing nobody listed as a wish to see it: "do you have a kids' club"."""
    shopping = wordlist("intent")["shopping"]
    ideas = exemplars.concepts(text) - (_SMALL_TALK if _is_said_of_a_thing(text) else set())
    if re.match(shopping["opening"], said) and ideas <= set(shopping["ideas"].split()):
        return guess("sales_discovery", 0.8)
    return None


def _is_said_of_a_thing(text: str) -> bool:
    """Whether what small talk speaks of, such as kids or a prayer, only tells which kind of thing is meant."""
    *_, of_what, thing = ["", "", *tokens(text)]
    is_thing = bool(thing) and not lexicon.is_stop_word(thing) and not exemplars.concepts(thing) & _SMALL_TALK
    return is_thing and bool(exemplars.concepts(of_what) & _SMALL_TALK)


def _from_exemplars(text: str, expected: str | None) -> Guess:
    scores = exemplars.model().scores(text)
    if expected in scores:
        scores[expected] += 0.06
    ranked = sorted(scores.items(), key=lambda item: -item[1])
    label, confidence = ranked[0][0], _confidence(ranked)
    if label == "unknown" or confidence < 0.5:
        return guess("unknown", min(confidence, 0.49))
    return guess(label, min(confidence, 0.97))


def leans_casual(text: str) -> bool:
    """Say whether small talk is the likeliest reading of a message too vague to name an intent."""
    scores = exemplars.model().scores(steady(text))
    casual = scores.pop("spam_casual")
    return len(tokens(text)) > 1 and casual > max(scores.values()) + 0.1


def leans_elsewhere(text: str) -> bool:
    """Whether it is plainly like what no business here does: a timer, a recipe, a bank account."""
    scores = exemplars.model().scores(steady(text))
    elsewhere = scores.pop("unknown")
    return len(tokens(text)) > MOST_OF_A_NAME and elsewhere > max(scores.values()) + ELSEWHERE


def classify(text: str, *, last_journey: str | None = None) -> Guess:
    """Name the intent; a bare answer ("2", "sawa") belongs to the journey the customer is already in."""
    said = plain(text).strip(" .!?,")
    expected = wordlist("intent")["of_journey"].get(last_journey)
    if _answer().fullmatch(said):
        return guess(expected, 0.72) if expected else guess("unknown", 0.3)
    if is_gibberish(text):
        return guess("unknown", 0.1)
    text, said = steady(text), steady(said)
    for intent, pattern in _sure_patterns():
        if pattern.fullmatch(said):
            return guess(intent, SURE)
    text = any_of("intent", "others").sub(" ", text)
    return _named_thing(text) or _asked_for(text, said) or _from_exemplars(text, expected)
