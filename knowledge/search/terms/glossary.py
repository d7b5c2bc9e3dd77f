"""Everyday Swahili words in English, so that a question in one finds documents in the other without a model."""

import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

_PERSONS = "ni|n(?=ta)|u|a|tu|m|wa|i|zi|ya|li|ki|vi|ku"
_TENSES = "na|li|ta|me|mesha|ka|ki|ku|nge|ja|sha|taka(?=po)"
_OBJECTS = "ni|ku|m|wa|i|zi|ya|li|ki|vi|u|tu|ji"
# A Swahili verb's root has three letters; a place with its ending -ni has six.
_SHORTEST_ROOT, _SHORTEST_PLACE = 3, 6
_RELATIVES = "ye|yo|zo|lo|cho|vyo|po|o"
# What stands before a verb's root, in this order, each of them or none: "inayoitwa", "usiiwashe", "havijavaliwa".
_BEFORE = f"(?P<denied>ha|hu)??(?:{_PERSONS})??(?P<not>si)??(?P<tense>{_TENSES})??(?:{_RELATIVES})??(?:{_OBJECTS})??"

# What Swahili adds behind a root: for somebody, that it is done, that it can be, that it is made so, each other. A word
# bears as many as three: "fanyika", "fikishwa", "patikana", "rudishiwa". With "how" at the end of a question.
_EXTENSIONS = ("w", "iw", "ew", "liw", "lew", "i", "e", "li", "le", "ik", "ek", "lik", "lek", "ish", "esh", "an")
# As many as a word bears.
_MOST_EXTENSIONS = 3
# Longer words are none: "tunaowasilishiwa" has sixteen letters.
_LONGEST_VERB = 30
_ASKS_HOW = "je"
# Told to several: "piga", "pigeni".
_TO_SEVERAL = "eni"

# A noun in one number, and in the other: "matatizo", "tatizo".
_NOUN_CLASSES = (
    ("ma", ""), ("ma", "ji"), ("vi", "ki"), ("ki", "vi"), ("vy", "ch"), ("ch", "vy"), ("mi", "m"), ("m", "mi"),
    ("wa", "m"), ("wa", "mw"),
)  # fmt: skip
# What is left of a noun without its class.
_SHORTEST_NOUN = 4

_SUBJECTS = "ni|u|a|yu|tu|m|wa|i|zi|ya|li|ki|vi|ku|pa|ka"
_OF_A_CLASS = "ye|o|yo|zo|lo|cho|vyo|po|mo|ko"
# "To be" in any person and tense: "haitakuwa", "kikiwa".
_TO_BE = re.compile(
    rf"(?:ha|si)?(?:{_SUBJECTS})(?:(?:ki|ka|me|si)wa|(?:ta|li|ku|me|nge|singe|ngali|ja|si|isi)kuwa)(?:{_OF_A_CLASS})?"
)
# "To have", whose it is, which one, and what joins a clause to it: "tunacho", "hazimo", "chetu", "kilicho", "hiki",
# "ileile", "nawe".
_GRAMMAR = re.compile(
    rf"(?:ha|si)?(?:{_SUBJECTS})(?:ta|li|ku|me|nge|singe|ngali|ki|ka|ja|si|isi)?(?:wa|kuwa)(?:{_OF_A_CLASS})?"
    rf"|(?:ha)?(?:{_SUBJECTS})na(?:{_OF_A_CLASS})?|(?:si|hu|ha)na(?:{_OF_A_CLASS})?"
    rf"|(?!limo\b)(?:ha)?(?:i|zi|ya|li|ki|vi|u|m|pa|a|yu|wa|tu)(?:ko|po|mo)"
    rf"|(?:{_SUBJECTS})(?:li|si)(?:{_OF_A_CLASS})"
    r"|(?!lake|make|wake)(?:[wylzm]|ch|vy|kw|pw|mw)(?:angu|ako|ake|etu|enu|ao)"
    r"|h(?:iki|icho|ivi|ivyo|ili|ilo|aya|ayo|uyu|uyo|awa|ao|apa|apo|uku|uko|umu|umo|izi|izo|ii|iyo|uu)"
    r"|(?:ki|vi|li|ya|i|zi|yu|wa|u|pa|ku|m)le(?:ile|le)?|(?:[iu]le|zile|kile|vile|yale|lile|wale|pale|yule){2}"
    rf"|nd(?:i(?:mi|we|si|nyi|{_OF_A_CLASS})|o)"  # "ndilo", "ndiyo": that it is this one
    r"|(?:[yzlwp]|ch|vy|kw|mw)(?:enye(?:we)?|ote)|(?P<any>y|z|l|w|p|ch|vy|kw|mw)o(?P=any)ote"  # "lenyewe", "wowote"
    r"|na(?:mi|we|ye|si|nyi|cho|vyo|yo|zo|lo|o)|[mw]ingine(?:o|vyo)?|(?:[mzyv]i|[kv]i|l[i]|ma|me|ny|ji)?ngine(?:o|vyo)?"
)
_BORROWED = re.compile(
    rf"(?:(?:ha)?(?:{_PERSONS})(?:{_TENSES})(?:{_RELATIVES})??|(?:hai|haw|ha|ku|na|ni|tu|mni|uni|msini|usini))(?:{_OBJECTS})??"
    r"(?P<verb>[a-z]{4,}?)(?:iwa|ia)?"
)


class Verb(NamedTuple):
    """A Swahili verb of the glossary as it stands in a sentence."""

    root: str
    is_denied: bool


@lru_cache(maxsize=20_000)
def in_english(word: str) -> tuple[str, ...]:
    """The English words for it; none when it is not known to be Swahili."""
    return _meant(word) or ()


@lru_cache(maxsize=20_000)
def otherwise(word: str) -> tuple[str, ...]:
    """What documents may call it that customers call so: for an English word the words of `[otherwise]`, for a Swahili
    one those of its English; none where nothing else is said for it."""
    others = _tables()["otherwise"]
    said = (word,) if word in others else in_english(word)
    return tuple(dict.fromkeys(each for english in said for each in others.get(english, "").split()))


def is_grammar(word: str) -> bool:
    """Whether a Swahili word carries nothing to search for: "nani", "gani", "ilikuwa", "tungependa"."""
    return _meant(word) == ()


def is_listed_grammar(word: str) -> bool:
    """Whether it stands so among the words of Swahili grammar, and is no slip of another: "tangu" is no tank."""
    return word in _tables()["grammar"]


def says_little(word: str) -> bool:
    """Whether customers say it around what they ask: a passage that lacks it answers them as well.

    So a Swahili word that is nothing else in English, and a number: "mnakubali", "month 5"."""
    english = in_english(word)
    return word in around() or word.isdigit() or (bool(english) and all(each in around() for each in english))


def elsewhere(word: str) -> tuple[str, ...]:
    """What a library that does not name this town may call it: "other towns", a part of a town that town, and another
    country what is outside of this one; none where it is no place."""
    others, parts = _places()
    return others.get(word) or ((parts[word],) if word in parts else ())


def is_abroad(word: str) -> bool:
    """Whether it names another country, or a town there."""
    return bool(elsewhere(word)) and not is_place(word)


@lru_cache(maxsize=20_000)
def borrowed(word: str) -> str:
    """The English verb that Swahili grammar stands before: "nicancel", "mnacharge", "inareset"; else nothing."""
    found = _BORROWED.fullmatch(word) if _meant(word) is None else None
    return found["verb"] if found else ""


def _meant(word: str) -> tuple[str, ...] | None:
    """None when it is not known to be Swahili; a place may bear its ending: "dukani", "nyumbani"."""
    known = _glossary()
    if word in known:
        return known[word]
    if _TO_BE.fullmatch(word):  # "kikiwa" is no passive of a shorter verb
        return ()
    if verb := verb_in(word):
        return known[f"-{verb.root}"]
    place = word.removesuffix("ni") if len(word) >= _SHORTEST_PLACE else word
    noun = next((noun for noun in (place, *other_numbers(place)) if noun in known), None)
    if noun is not None:
        return known[noun]
    return () if _GRAMMAR.fullmatch(word) else None


def other_numbers(noun: str, loosely: Iterable[tuple[str, str]] = ()) -> Iterator[str]:
    """What a Swahili noun may be in its other number, "tatizo" of "matatizo"; `loosely` are classes besides."""
    for prefix, other in (*_NOUN_CLASSES, *loosely):
        if noun.startswith(prefix) and len(noun) - len(prefix) >= _SHORTEST_NOUN:
            yield other + noun.removeprefix(prefix)


@lru_cache(maxsize=20_000)
def verb_in(word: str) -> Verb | None:
    """A verb without what stands before its root, in any mood: "anaandika" and "tuandike" are "andika".

    "hu" denies only with a tense or at the end ("hutalipa", "hulipi"); else it is what usually is ("huchukua")."""
    several = word.removesuffix("ni") if word.endswith(_TO_SEVERAL) else ""
    return _plain_verb_in(word) or _extended_verb_in(word) or (_plain_verb_in(several) if several else None)


def _extended_verb_in(word: str) -> Verb | None:
    """The verb that has become another by its ending: "naiwekaje" and "kuniwekea" are of "weka"."""
    if word.endswith(_ASKS_HOW) and (plain := _plain_verb_in(word.removesuffix(_ASKS_HOW))):
        return plain
    stems = (
        {word.removesuffix(_ASKS_HOW)[:-1]} if word[-1:] in ("a", "e", "i") and len(word) <= _LONGEST_VERB else set()
    )
    for _ in range(_MOST_EXTENSIONS):
        stems = {stem.removesuffix(each) for stem in stems for each in _EXTENSIONS if stem.endswith(each)}
        # A verb from Arabic keeps its own ending: "hifadhiwa" is of "hifadhi".
        roots = (root for stem in sorted(stems) for root in (f"{stem}a", stem))
        if found := [verb for root in roots if (verb := _plain_verb_in(root))]:
            return max(found, key=lambda verb: len(verb.root))
    return None


def _plain_verb_in(word: str) -> Verb | None:
    found = _verbs().fullmatch(word)
    if found is None:
        return None
    stem, ending = found["stem"], found["ending"] or ""
    root = stem if f"-{stem}" in _glossary() and not ending else f"{stem}a"
    is_habit = found["denied"] == "hu" and not found["tense"] and ending != "i"
    if len(root) < _SHORTEST_ROOT or f"-{root}" not in _glossary():
        return None
    return Verb(root, bool(found["not"]) or (found["denied"] is not None and not is_habit))


@lru_cache(maxsize=1)
def verbs() -> frozenset[str]:
    """The Swahili verbs that it knows, without anything before their roots: "andika"."""
    return frozenset(word[1:] for word in _glossary() if word.startswith("-"))


@lru_cache(maxsize=1)
def _verbs() -> re.Pattern[str]:
    """Every verb of the glossary with all that may stand before it, the longest root first."""
    roots = sorted(sorted(verbs()), key=len, reverse=True)
    stems = "|".join(re.escape(root.removesuffix("a")) for root in roots)
    return re.compile(f"{_BEFORE}(?P<stem>{stems})(?P<ending>[aei])?")


def is_place(word: str) -> bool:
    """Whether a folded word is the name of a town of this country, or of a part of one."""
    others, parts = _places()
    return word in parts or others.get(word) == others["nairobi"]


@lru_cache(maxsize=1)
def places() -> frozenset[str]:
    """The towns of this country that are known, and the parts of one."""
    others, parts = _places()
    return frozenset(place for place in (*others, *parts) if is_place(place))


@lru_cache(maxsize=1)
def _glossary() -> dict[str, tuple[str, ...]]:
    return {word: tuple(english.split()) for words in _tables().values() for word, english in words.items()}


@lru_cache(maxsize=1)
def around() -> frozenset[str]:
    """What customers say around the thing they ask about."""
    return frozenset(" ".join(tomllib.loads(_read("around"))["words"]).split())


@lru_cache(maxsize=1)
def _places() -> tuple[dict[str, tuple[str, ...]], dict[str, str]]:
    lists = tomllib.loads(_read("places"))
    called = (("words", "elsewhere"), ("abroad", "outside"))
    others = {place: tuple(lists[name].split()) for of, name in called for place in " ".join(lists[of]).split()}
    return others, {part: town for town, named in lists["parts"].items() for part in named.split()}


@lru_cache(maxsize=1)
def _tables() -> dict[str, dict[str, str]]:
    return tomllib.loads(_read("glossary"))


def _read(name: str) -> str:
    return Path(__file__).with_name(f"{name}.toml").read_text(encoding="utf-8")
