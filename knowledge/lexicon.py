"""Reads English, Swahili and Sheng words as the concepts of a shop, a hotel or a phone company."""

import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, groupby, product
from pathlib import Path
from threading import Lock

import snowballstemmer
from rapidfuzz import process
from rapidfuzz.distance import OSA

from knowledge import own_words
from knowledge.search.terms import glossary
from knowledge.text import remembered_if_short, words

_BEFORE_VOWEL = ("mw", "w", "my", "ny", "j", "m", "ch", "vy", "l", "k", "p", "y", "z")
_BEFORE_CONSONANT = ("", "m", "wa", "mi", "ma", "ki", "vi", "n", "ji", "ku", "u", "pa")
_SUBJECTS = ("", "ni", "n", "u", "a", "tu", "m", "wa", "i", "zi", "vi")
_TENSES = ("na", "ta", "me", "li")
# Where a thing is only sought, what is small ("kagari") and what has no class in the one number count as well.
_LOOSE_CLASSES = (("", "ma"), ("ka", ""), ("tu", ""))
THINGS = frozenset({"product", "hospitality", "telecom"})
"""The kinds of concepts that can be had."""
_LINKS = ("ya", "la", "cha", "vya", "za", "wa")
_ENGLISH_PLURALS = (
    ("ies", "y"),
    ("ves", "f"),
    ("ves", "fe"),
    ("es", ""),
    ("s", ""),
    ("'s", ""),
    ("s'", ""),
    ("", "s"),
)
_SHORTENED = frozenset({"s", "re", "m", "d", "ll", "ve"})
# The longest phrase that the lexicon lists has four words.
_LONGEST_PHRASE = 4
# One letter changed in a shorter word is mostly another word.
_SHORTEST_TYPO = 5
# Shorter words are other words more often than forms of a verb; a verb of three letters is in half of them.
_SHORTEST_FORM, _SHORTEST_ROOT = 6, 4
# The kinds of concepts that are called by what is done: "kuswim", "nitabook".
_DONE = frozenset({"activity", "hospitality", "telecom", "trade"})


@dataclass(frozen=True)
class Lexicon:
    """The words, their concepts, and what kind of thing each concept is."""

    concept_of: Mapping[str, str]
    kind_of: Mapping[str, str]
    broader: Mapping[str, str]
    stop_words: frozenset[str]
    plain_words: frozenset[str]
    spellings: Mapping[str, Sequence[str]]
    verbs: Mapping[str, str]
    openers: frozenset[str]
    """The first words of the fixed phrases."""


def concept(word: str) -> str | None:
    """The concept a word or fixed phrase stands for, be it only to the business that is spoken of.

    What stands on its shelves is no slip of something else: tiles are no ties."""
    own = own_words.spoken_of()
    if own is None or _plainly(word):
        return listed(word)
    own_stems = stems_of(word)
    goods = next((each for each in own_stems if each in own.goods), None)
    return goods or (None if any(each in own.spelled for each in own_stems) else listed(word))


@lru_cache(maxsize=20_000)
def stems_of(word: str) -> tuple[str, ...]:
    """The stems of a word and of its other numbers, as own words are kept: of "vigae" also that of "kigae"."""
    plain = " ".join(words(word))
    return (plain,) if " " in plain else tuple(dict.fromkeys([stem(plain), *map(stem, _other_numbers(plain))]))


def listed(word: str) -> str | None:
    """The concept as the lists have it: plainly, or one slip away."""
    return _plainly(word) or _slipped(word)


def is_slip(word: str) -> bool:
    """Whether the lists know a word only as another one, a slip of the finger away."""
    return _plainly(word) is None and _slipped(word) is not None


@lru_cache(maxsize=20_000)
def _plainly(word: str) -> str | None:
    """As written, in another number, or as a form of a verb ("ukinunua", and of an English one in Swahili grammar,
    "nitabook")."""
    lexicon, plain = _lexicon(), " ".join(words(word))
    if found := lexicon.concept_of.get(plain):
        return found
    if plain in lexicon.stop_words or " " in plain:
        return None
    for form in _other_numbers(plain):
        if found := lexicon.concept_of.get(form):
            return found
    return _of_its_verb(plain)


@lru_cache(maxsize=20_000)
def _slipped(word: str) -> str | None:
    plain = " ".join(words(word))
    return None if plain in _lexicon().stop_words or " " in plain else _one_slip_away(plain)


@own_words.remembered(4_000)
def concepts(text: str) -> tuple[str, ...]:
    """What a text speaks of, in its order: concepts, else word stems; stop words are left out."""
    return tuple(concept(term) or stem(term) for term in _telling(text))


@lru_cache(maxsize=4_000)
def listed_concepts(text: str) -> tuple[str, ...]:
    """The same by the lists alone, whoever is spoken of."""
    return tuple(listed(term) or stem(term) for term in _telling(text))


@lru_cache(maxsize=4_000)
def _telling(text: str) -> tuple[str, ...]:
    return tuple(term for term in _terms(text) if not is_stop_word(term))


def terms(text: str) -> list[str]:
    """The words of a text, those of a known fixed phrase ("power bank", "kiamsha kinywa") kept together."""
    return list(_terms(text))


@remembered_if_short
def _terms(text: str) -> tuple[str, ...]:
    tokens, found, at = words(text), [], 0
    while at < len(tokens):
        length = _phrase_length(tokens, at)
        found.append(" ".join(tokens[at : at + length]))
        at += length
    return tuple(found)


def kind(name: str) -> str | None:
    """The kind of a concept: product, hospitality, telecom, activity, audience, colour, quality or trade."""
    if found := listed_kind(name):
        return found
    own = own_words.spoken_of()
    return "product" if own is not None and name in own.goods else None


def listed_kind(name: str) -> str | None:
    """The kind as the lists have it, whoever is spoken of."""
    return _lexicon().kind_of.get(name)


def things(text: str) -> frozenset[str]:
    """The concepts of a text that can be had: goods, rooms and meals, lines and bundles."""
    return frozenset(meaning for meaning in concepts(text) if kind(meaning) in THINGS)


def is_sold_here(text: str) -> bool:
    """Whether the business that is spoken of calls goods of its own so."""
    own = own_words.spoken_of()
    return own is not None and not own.goods.isdisjoint(concepts(text))


def is_written_here(word: str) -> bool:
    """Whether the business that is spoken of writes this word somewhere on its shelves."""
    own = own_words.spoken_of()
    return own is not None and any(stem in own.spelled for stem in (listed(word) or "", *stems_of(word)))


def is_only_of_trade(text: str) -> bool:
    """Whether nothing is named but what holds of any thing, as a warranty, a gift wrap or a price."""
    return {kind(meaning) for meaning in concepts(text)} == {"trade"}


def broader(name: str) -> str | None:
    """The wider concept that a customer may name instead: a sneaker is a shoe."""
    return _lexicon().broader.get(name)


def is_plain(word: str) -> bool:
    """Whether it is an ordinary word that looks like a slip of another: "block" is no black."""
    return word in _lexicon().plain_words


def is_stop_word(word: str) -> bool:
    """Whether a word carries grammar or courtesy and no meaning to search for, "what's" and "doesn't" among them."""
    stop = _lexicon().stop_words
    if word in stop or "'" not in word:
        return word in stop
    first, _, ending = word.partition("'")
    return ending == "t" or (ending in _SHORTENED and first in stop)


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """The English stem of a word that the lexicon does not know."""
    with _stemming:  # the stemmer keeps the word it works on inside itself, and turns run in threads
        return str(_stemmer.stemWord(word))


_stemmer = snowballstemmer.stemmer("english")
_stemming = Lock()


def _phrase_length(tokens: Sequence[str], at: int) -> int:
    lexicon = _lexicon()
    if tokens[at] not in lexicon.openers:
        return 1
    known = lexicon.concept_of
    longest = min(_LONGEST_PHRASE, len(tokens) - at)
    return next((n for n in range(longest, 1, -1) if " ".join(tokens[at : at + n]) in known), 1)


def _other_numbers(word: str) -> Iterator[str]:
    for ending, singular in _ENGLISH_PLURALS:
        if word.endswith(ending) and len(word) - len(ending) >= 2:
            yield word.removesuffix(ending) + singular
    place = word.removesuffix("ni")
    yield from glossary.other_numbers(place, _LOOSE_CLASSES)
    if place != word and len(place) >= 4:
        yield place


def _of_its_verb(word: str) -> str | None:
    """A form of a listed verb, in any person and mood; of an English verb in Swahili grammar what it is about.

    What is made, worn or seen is no verb: "nascent" has nothing to do with scent."""
    lexicon = _lexicon()
    if len(word) < _SHORTEST_FORM or word in lexicon.plain_words:
        return None
    if verb := glossary.verb_in(word):
        is_form = len(verb.root) >= _SHORTEST_ROOT and word[-1] in "aeio"
        return lexicon.verbs.get(verb.root) if is_form else None
    meaning = lexicon.concept_of.get(glossary.borrowed(word), "")
    return meaning if lexicon.kind_of.get(meaning) in _DONE else None


def _one_slip_away(word: str) -> str | None:
    lexicon = _lexicon()
    is_plain = word in lexicon.plain_words or glossary.is_listed_grammar(word)
    if len(word) < _SHORTEST_TYPO or not word.isalpha() or is_plain:
        return None
    choices = lexicon.spellings.get(word[0], ())
    near = [found[0] for found in process.extract(word, choices, scorer=OSA.distance, score_cutoff=1, limit=None)]
    doubled = [spelling for spelling in near if _undoubled(spelling) == _undoubled(word)]
    meanings = {lexicon.concept_of[spelling] for spelling in doubled or near}
    return meanings.pop() if len(meanings) == 1 else None


def _undoubled(word: str) -> str:
    return "".join(letter for letter, _ in groupby(word))


@lru_cache(maxsize=1)
def _lexicon() -> Lexicon:
    tables = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    broader = tables.pop("broader")
    stop, plain = (frozenset(chain(*tables.pop(name).values())) for name in ("stop", "plain"))
    concept_of: dict[str, str] = {}
    spellings = defaultdict(list)
    entries = [(n, e) for table in tables.values() for n, es in table.items() for e in [n, *es]]
    # A word that is written out wins over one that a root grows: "ukubwa" is size, "-kubwa" is large.
    for name, entry in sorted(entries, key=lambda named: named[1][0] in "-+"):
        for form in _forms(entry):
            concept_of.setdefault(form, name)
            if " " not in form and len(form) >= _SHORTEST_TYPO - 1 and not entry.startswith("+"):
                spellings[form[0]].append(form)
    kinds = {name: table_name for table_name, table in tables.items() for name in table}
    verbs = {entry[1:]: name for name, entry in entries if entry.startswith("+")}
    openers = frozenset(form.partition(" ")[0] for form in concept_of if " " in form)
    return Lexicon(concept_of, kinds, broader, stop, plain, spellings, verbs, openers)


def _forms(entry: str) -> list[str]:
    if entry.startswith("-"):
        root = entry[1:]
        return [prefix + root for prefix in (_BEFORE_VOWEL if root[0] in "aeiou" else _BEFORE_CONSONANT)]
    if entry.startswith("+"):
        root = entry[1:]
        return [root, f"ku{root}", *(s + t + root for s, t in product(_SUBJECTS, _TENSES))]
    return _phrases(" ".join(words(entry.replace("_", " "))))


def _phrases(phrase: str) -> list[str]:
    tokens = phrase.split(" ")
    if len(tokens) == 1:
        return tokens
    # Speech is loose with noun classes: "begi la shule" is as often "begi ya shule".
    if link := next((token for token in tokens[1:-1] if token in _LINKS), None):
        return [phrase.replace(f" {link} ", f" {other} ") for other in _LINKS]
    return [phrase, f"{phrase}s"]
