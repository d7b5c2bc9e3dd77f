"""Whether a message is business, small talk, spam or abuse; in doubt it is business."""

import re
from functools import cache

from journeys.local import asks, circumstances, intent
from journeys.local.guess import Guess, guess
from journeys.local.wordlists import LONGEST, any_of, is_noise, plain, spelled_out, tokens, word_set, wordlist
from knowledge import lexicon, own_words
from knowledge.text import fold

_NEAR = 5  # words between "you" and an insult that still make it an address
# An intent so plain that its greeting does not make it business.
_PLAIN = 0.7
# Weights of signs add up to this.
_SPAM = 0.95
# A bait with a hook: as sure as spam.
_SCAM = 0.9
# What a customer says who has a reason to write so.
_EXCUSE = 0.5
# Words of a real purchase weigh nearly as much as one sign.
_HONEST = 0.75
# Words behind a greeting that are a wish of their own.
FEWEST_AFTER = 3
_FIRST_WORD = re.compile(r"\A\W*+(?P<word>[^\W_]++(?:'[^\W_]++)?+)(?P<after>[\s,.!?;:\u2026-]*+)")
# To chat, to marry, to be friends: asked of us, and of no business.
_ABOUT_US = re.compile(
    r"\b(?:friends?|marry|date|chat|talk|kuongea|kupiga story|story|stories|jokes?|songs?|sing|dance|play|(?:ku)?cheza"
    r"|love|kiss|rafiki|marafiki|urafiki|know (?:you|your)|ask (?:you )?(?:something|a question))\b"
)
_BEGINS_TO_ASK = re.compile(r"(?<!how )\b(?:do|are|is)(?: (?:u|you|ya))?\W*\Z", re.IGNORECASE)
_MARKS = frozenset(",.!?;:\n\u2026-")


@cache
def _spam_signals() -> list[tuple[float, re.Pattern[str]]]:
    groups = wordlist("governor")["spam"]
    weighed = [(group["weight"], line) for group in groups for line in group["patterns"]]
    return [(weight, re.compile(rf"(?<!\w)(?:{line})")) for weight, line in weighed]


def _is_aimed(said: str) -> bool:
    """Find an insult standing near a word that addresses the reader."""
    cut = said.split()
    insult, aimed = any_of("governor", "abuse", "insults"), any_of("governor", "abuse", "aimed")
    for at in range(len(cut)):
        near = " ".join(cut[at : at + _NEAR])
        if insult.search(near) and aimed.search(near):
            return True
    return False


def _abuse(text: str) -> float:
    said = " ".join(tokens(text))
    if any_of("governor", "abuse", "grave").search(said):
        return 0.92
    if word_set("governor", "business", "words") & set(said.split()):
        return 0.0
    if re.search(rf"(?<!\w){wordlist('governor')['abuse']['called']}(?!\w)", said):
        return 0.8
    is_insulting = any_of("governor", "abuse", "insults").search(said)
    if is_insulting and (_is_aimed(said) or len(said.split()) <= 2):
        return 0.8
    return 0.65 if any_of("governor", "abuse", "vulgar").search(said) else 0.0


def is_abuse(text: str) -> bool:
    """Whether it would be classified as abuse, which is weighed before all else."""
    return _abuse(text) > 0


def _is_mashed(said: list[str]) -> bool:
    """Say whether it is keyboard noise at length, or the same few words over and over."""
    if len(said) >= 12 and len(set(said)) * 4 <= len(said):
        return True
    noise = [word for word in said if is_noise(word)]
    return len(noise) * 4 >= len(said) * 3 and sum(map(len, noise)) >= 16


@cache
def _of_scams(name: str) -> re.Pattern[str]:
    return re.compile("|".join(rf"(?<!\w)(?:{line})" for line in wordlist("governor")["scam"][name]))


def is_scam(text: str) -> bool:
    """Whether it baits and hooks, as messages do that go from phone to phone; a customer's own words do not."""
    body = plain(text)
    if _of_scams("honest").search(body):
        return False
    has_both = _of_scams("bait").search(body) and _of_scams("hook").search(body)
    return bool(has_both or _of_scams("plain").search(body))


@cache
def _asked_of(name: str) -> re.Pattern[str]:
    return re.compile("|".join(rf"(?<!\w)(?:{line})(?!\w)" for line in wordlist("governor")["asked_of"][name]))


def asks_if_true(text: str) -> bool:
    """Whether they doubt what somebody has written or said in our name: "I got an SMS that I won, is it true"."""
    body = plain(text)
    return all(_asked_of(name).search(body) for name in ("doubts", "others", "baits"))


def _spam(text: str) -> float:
    if _is_mashed(tokens(text)):
        return 0.75
    if is_scam(text):
        return _SCAM
    body = plain(text[:LONGEST])
    if not _of_scams("priced").search(body):
        body = _of_scams("way_out").sub(" ", body)
    weight = sum(weight for weight, signal in _spam_signals() if signal.search(body))
    if len(re.findall(r"https?://|www\.", body)) >= 2:
        weight += 0.7
    if any_of("governor", "business", "excuses").search(body):
        weight -= _EXCUSE
    elif _of_scams("honest").search(body):
        weight -= _HONEST
    return min(0.97, 0.55 + 0.2 * weight) if weight >= _SPAM else 0.0


@own_words.remembered(2_000)
def is_greeting(text: str) -> bool:
    """Say whether the message greets, or asks whether anybody is there, and wants nothing else."""
    said = tokens(circumstances.without(plain(spelled_out(text)), "since"))  # "since morning" greets nobody
    rest, phrases = any_of("governor", "greeting", "phrases").subn(" ", " ".join(said))
    core, around = word_set("governor", "greeting", "core"), word_set("governor", "greeting", "around")
    strangers = set(tokens(rest)) - core - around
    # "Hi Amina, u there?": beside what asks for anybody one name may stand.
    is_named = len(set(tokens(rest))) <= 3 and len(strangers) == 1 and intent.classify(text).label == "spam_casual"
    return bool(phrases or core.intersection(said)) and (not strangers or is_named)


def is_nod(text: str) -> bool:
    """Say whether the message only takes note of what was told: "ok", "sawa basi", "poa, nimeelewa"."""
    said = set(tokens(text))
    core, around = word_set("governor", "nod", "core"), word_set("governor", "nod", "around")
    return bool(core & said) and said <= core | around


def without_name(text: str, name: str) -> str:
    """The message without the assistant's name, where they speak to it by that: "sasa Nuru", "Amina, is there a pool".

    A name that goods are called too, as "Zawadi", is one only where nothing but a greeting or a mark stands by it."""
    found = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE) if name else None
    if found is None:
        return text
    before, after = text[: found.start()], text[found.end() :]
    core = word_set("governor", "greeting", "core")
    said = set(tokens(before))
    is_greeted = said <= core | word_set("governor", "greeting", "around")
    is_apart = not after.strip() or after.lstrip()[0] in _MARKS or is_greeting(after)
    is_of_goods = lexicon.concept(fold(name)) is not None
    is_called = is_greeted and (is_apart if is_of_goods else (not said or bool(said & core) or is_apart))
    return f"{before}{after.lstrip(' ,.!?;:-')}".strip() if is_called and (said or after.strip()) else text


@own_words.remembered(2_000)
def without_greeting(text: str) -> str:
    """The message without the greeting that it begins with; one that only greets is left as it is."""
    greets = word_set("governor", "greeting", "core") | word_set("governor", "greeting", "around") | {"good"}
    if is_greeting(text):
        return text
    rest = text
    while found := _FIRST_WORD.match(rest):
        if not {*tokens(found["word"])} <= greets:
            break
        rest = rest[found.end() :]
        if _MARKS & set(found["after"]) and len(tokens(rest)) >= FEWEST_AFTER:
            return rest.strip()
    if asks := _BEGINS_TO_ASK.search(text[: len(text) - len(rest)]):
        rest = text[asks.start() :]  # "hi do you have wifi"
    opening = text[: len(text) - len(rest)]
    greets_first = bool(set(tokens(opening)) & word_set("governor", "greeting", "core"))
    return rest.strip() if greets_first and len(tokens(rest)) >= FEWEST_AFTER else text


def classify(text: str) -> Guess:
    """Weigh abuse, then spam, then small talk; whatever is left is business."""
    if abuse := _abuse(text):
        return guess("abuse", abuse)
    if spam := _spam(text):
        return guess("spam", spam)
    if text.strip() and not circumstances.without(plain(text), "since", "when").strip(" .,!?"):
        return guess("business", _PLAIN)  # "since morning", "kesho asubuhi": an answer to something
    if is_greeting(text):
        return guess("casual", 0.95)
    meant = intent.classify(text)
    is_of_business = bool(word_set("governor", "business", "words") & set(tokens(text)))
    if asks.may_be_done(text) and not _ABOUT_US.search(plain(text)):
        return guess("business", 0.5)  # "can we do yoga": whatever it is like, a business is asked for it
    if meant.label == "unknown" and asks.asks_for_any(text):
        return guess("business", 0.5)  # "kuna lifeguard"
    is_casual = meant.label == "spam_casual" or (meant.label == "unknown" and intent.leans_casual(text))
    if is_casual and (meant.confidence >= _PLAIN or not is_of_business):
        return guess("casual", max(0.55, meant.confidence))
    return guess("business", 0.5 if is_casual else max(0.5, meant.confidence))
