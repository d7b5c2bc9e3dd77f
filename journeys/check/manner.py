"""How a text is said: its language and length, no prompt in it, no talk of a machine, no abuse, no other's name."""

import re
from collections.abc import Collection, Container, Iterable, Iterator
from functools import lru_cache
from typing import Final

from journeys.check.ours import vocabulary
from journeys.check.reading.clauses import clauses, clauses_of, sentences
from journeys.check.reading.terms import groups_of
from journeys.check.reading.words import MONTHS, NAMES, RIVALS, RUDE, SYSTEM_TALK, either
from journeys.language import numbers
from journeys.local import governor, language
from journeys.local.wordlists import common_words
from knowledge import lexicon
from knowledge.search.terms.glossary import elsewhere, in_english
from knowledge.text import fold, words

# A screen of a phone.
LONGEST_OF_A_MODEL: Final = 1_000
# WhatsApp's of one message, by Twilio.
LONGEST: Final = 1_600
# A language is objected to only where it is clear.
SURE: Final = 0.8
# Shorter texts may be in either language.
FEWEST_WORDS: Final = 6
# With more of its words than these the frame is Swahili's, as every third one of a sentence is grammar, or Sheng's.
FRAME_OF_SWAHILI: Final = 0.33
# Whose speakers put whole English phrases between its own words.
FRAME_OF_SHENG: Final = 0.2
# Six words in a row that stand in the prompt are no chance.
SHINGLE: Final = 6
_PIN: Final = (
    r"(?:pin|puk|otp|password|passcode|one-?time (?:code|password)|(?:sms|verification|secret) code|cvv"
    r"|photo of your id"
    r"|code (?:that |which )?(?:you (?:just )?(?:got|received)|came|was sent)|nenosiri|namba (?:ya|yako ya) siri"
    r"|neno la siri)"
)
_ASKS_FOR_ONE: Final = re.compile(
    rf"\b(?:send|give|tell|share|show|text|forward|read|confirm|type|write) (?:me|us|it here|to me"
    rf"|to us)\b(?: \w+){{0,6}} {_PIN}\b"
    rf"|\b(?:send|share|type|write|tuma|andika|weka|leta)\b(?: \w+){{0,5}} {_PIN}\b(?: \w+){{0,4}} (?:here"
    rf"|in (?:this|the) chat|to (?:me|us)|hapa)\b"
    rf"|\b(?:what is|i (?:just |only )?need|we (?:just |only )?need|let me have"
    rf"|may i have)\b(?: \w+){{0,3}} (?:your |the )(?:\w+(?: |-)){{0,2}}{_PIN}\b"
    rf"|\b(?:nitumie|nipe|niambie|nisomee|tutumie|tupe|tuambie|nishow)\b(?: \w+){{0,3}} {_PIN}\b"
)
_RIVAL: Final = re.compile(rf"(?<![\w.@/]){either(RIVALS)}(?![\w@])")
_SYSTEM: Final = re.compile(rf"(?<![^\W_]){either(SYSTEM_TALK)}(?![^\W_])")
_CODE: Final = re.compile(
    r"```|^[^\S\n]*[\[{]\s*\"|\"\w+\"\s*:|</?[a-z]{1,10}>|^[^\S\n]*(?:\|[^\S\n]*)?:?-{3,}[^\S\n]*\|",
    re.IGNORECASE | re.MULTILINE,
)
_SNAKE: Final = re.compile(r"(?<![\w/.@-])_?[a-z]{2,}(?:_[a-z]+)+(?![\w@/-])")
_IDENTITY: Final = re.compile(
    r"(?i:\b(?:i am|i'm|this is|my name is|i work (?:for|at)|mimi ni|hapa ni|naitwa|jina langu ni|ninaitwa))[ ]"
    r"(?P<name>[A-Z][\w'\u2019]+(?:[ ][A-Z][\w'\u2019]+){0,3})?(?P<rest>[^.!?\n]{0,40})"
)
_SIZE: Final = re.compile(r"X{1,4}[SL]")
_HERE: Final = re.compile(
    r"(?:^|(?<=[.!?,] ))(?P<name>[A-Z][\w'\u2019]+(?: [A-Z][\w'\u2019]+){0,3}) "
    r"(?:(?:customer )?(?:support|care|service|team|desk) )?(?:here|speaking)\b",
    re.MULTILINE,
)
_OF: Final = re.compile(
    r"(?i:\b(?:of|from|at|for|with|wa|kutoka|katika|wa kampuni ya)\b)[ ](?:the )?"
    r"(?P<name>[A-Z][\w'\u2019]+(?:[ ][A-Z][\w'\u2019]+){0,3})"
)
# No password: "Naivasha1".
_PROPER: Final = re.compile(r"(?<=[a-z0-9,;] )[A-Z][a-z\u00e0-\u00ff]{2,}(?:[A-Z][a-z]+)?(?![a-z0-9\u00e0-\u00ff])")
_KNOWN: Final = frozenset(NAMES)
_WORD: Final = re.compile(r"[^\W_]+")
# Where we are is known.
HOME: Final = frozenset({"kenya", "nairobi"})
# Words of the longest business's name that is looked for.
LONGEST_NAME: Final = 5
# "Nothing here beats it", "And here is the iron": no name of whoever speaks.
PRONOUNS: Final = frozenset(
    {"nothing", "everything", "anything", "none", "all", "both", "each", "one", "these", "and", "but", "so", "now"}
)
SHORTEST_COUNTRY: Final = 4  # letters
_NAME_WORD: Final = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")  # noqa: RUF001 - both apostrophes


# What a document is quoted with keeps its language.
_QUOTED: Final = re.compile(r"[\"\u201c][^\"\u201d]{1,80}[\"\u201d]")


def foreign_language(text: str, wanted: str, names: Iterable[str] = ()) -> str | None:
    """The language of the text, when it is surely another than the one wanted; `names` of things have none."""
    plain = _QUOTED.sub(" ", text)
    for name in names:
        plain = plain.replace(name, " ")
    heard, said = language.detect(plain), [word for word in words(plain) if word.isalpha()]
    if "mixed" in (wanted, heard.label) or len(said) < FEWEST_WORDS or heard.confidence < SURE:
        return None
    # A trade's English words in a Swahili frame: "iko na fast charging na USB-C".
    if wanted != "en" and language.framed(plain) > (FRAME_OF_SHENG if wanted == "sheng" else FRAME_OF_SWAHILI):
        return None
    return heard.label if (heard.label == "en") != (wanted == "en") else None


def repeats_prompt(text: str, prompts: Iterable[str]) -> str | None:
    """Words in a row that stand in a prompt of ours."""
    known, said = _shingles(tuple(prompts)), _said(text)
    for at in range(len(said) - SHINGLE + 1):
        shingle = " ".join(said[at : at + SHINGLE])
        if shingle in known:
            return shingle
    return None


@lru_cache(maxsize=8)
def _shingles(prompts: tuple[str, ...]) -> frozenset[str]:
    said = [_said(prompt) for prompt in prompts]
    return frozenset(" ".join(each[at : at + SHINGLE]) for each in said for at in range(len(each) - SHINGLE + 1))


def _said(text: str) -> list[str]:
    return _WORD.findall(fold(text))


def system_talk(text: str, told: str = "") -> str | None:
    """Talk of a machine about itself, code, or the name of a field."""
    if found := _SYSTEM.search(fold(text)):
        return found.group()
    if found := _CODE.search(text):
        return found.group().strip()
    found = _SNAKE.search(text)
    return found.group() if found and found.group() not in told else None


def asks_secret(text: str) -> str | None:
    """Asking for what nobody here may ask: a PIN, a one-time code, a password; not saying that nobody does."""
    for clause in clauses(text):
        found = _ASKS_FOR_ONE.search(clause.text)
        if found and not clause.denies(found.start()):
            return found.group()
    return None


def rival(text: str, known: Collection[str]) -> str | None:
    """The name of another house that nobody told or asked about."""
    return next((match.group() for match in _RIVAL.finditer(fold(text)) if match.group() not in known), None)


def is_abusive(text: str) -> bool:
    """Whether it insults or belittles who reads it."""
    return governor.is_abuse(text) or bool(_RUDE.search(fold(text)))


_RUDE: Final = re.compile(rf"\b{either(RUDE)}\b")


_MONEY: Final = frozenset({"KES", "Ksh", "KSh"})  # "this is the router, at KES 15,500"


def false_identity(text: str, own: Collection[str]) -> str | None:
    """A name that the speaker takes and that is not the tenant's: "I am Zuri of …"."""
    known = {word for name in own for word in words(name)}
    for match in _IDENTITY.finditer(text):
        names = [match["name"] or "", *(other["name"] for other in _OF.finditer(match["rest"]))]
        for name in names:
            if name and name not in _MONEY and not _SIZE.fullmatch(name) and not set(words(name)) <= known:
                return name
    found = _HERE.search(text)
    if found and text[found.end() : found.end() + 1] == "?":  # "New here?"
        return None
    if not found or set(words(found["name"])) & known or words(found["name"])[-1] in PRONOUNS:
        return None
    return found["name"]


def strange_names(text: str, known: Container[str]) -> Iterator[str]:
    """Names inside sentences that are said of somebody or a place, and that nobody told or asked of; `known` are words.

    What a capital letter begins may be an everyday word all the same, and what is denied or asked is not said.
    """
    for sentence in sentences(text):
        for match in _PROPER.finditer(sentence):
            name = fold(match.group())
            told = (name, name.removesuffix("s"), f"{name}'s", *_of_a_people(name))  # "Chef" of "Chef's Knife Set"
            is_place = bool(elsewhere(name)) and name not in HOME
            if name in _KNOWN or any(each in known for each in told) or (_is_word(name) and not is_place):
                continue
            at = [(clause, clause.text.find(name)) for clause in clauses_of(sentence) if name in clause.text]
            if any(not clause.asks and not clause.denies(start) for clause, start in at):
                yield match.group()


def _of_a_people(name: str) -> Iterator[str]:
    """What a Swahili name of a people or its ways is made of: "Kenya" and "Kenyan" of "Kikenya"."""
    for prefix in ("ki", "wa", "m"):
        if (home := name.removeprefix(prefix)) != name and len(home) >= SHORTEST_COUNTRY:
            yield from (home, f"{home}n")


def _is_word(name: str) -> bool:
    return (
        name in numbers.words()
        or name in MONTHS
        or name in common_words()
        or lexicon.is_stop_word(name)
        or lexicon.concept(name) is not None
        or bool(in_english(name))
        or any(not vocabulary().isdisjoint(group) for group in groups_of(name))
    )


def other_name(text: str, others: Container[str], own: Collection[str], told: str = "") -> str | None:
    """The name of another business on this installation; `others` answers for folded names only.

    A single word counts only as a name inside a sentence, for a business may be called "Mtandao" (network). What our
    own catalog or library names, such as a brand, may be named.
    """
    mine = [" ".join(words(name)) for name in own]
    for sentence in sentences(text):
        said = _NAME_WORD.findall(sentence)
        plain = [word.casefold() for word in said]
        for at in range(len(said)):
            if not said[at][:1].isupper():
                continue
            for size in range(1 if at else 2, LONGEST_NAME + 1):
                name = " ".join(plain[at : at + size])
                if at + size <= len(said) and name in others and not any(name in each for each in [*mine, told]):
                    return name
    return None
