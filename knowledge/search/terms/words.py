"""What the words of a passage are worth to a search, and what the words of a question ask for.

A passage becomes a sparse vector of BM25's term weights, so that the inner product with a question's word weights is
its BM25 score: exact, one scan over the tenant's rows, and no index that another tenant's rows could disturb.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import blake2b

from pgvector import SparseVector

from knowledge import text as plain
from knowledge.lexicon import THINGS, is_stop_word, kind, listed, stem, terms
from knowledge.search.terms import attributes, glossary, hours, roots

# Room of the word's hash: a collision between two words of one library is unlikely.
SPACE = 1_000_000_000
# BM25's usual figures; 80 words is a passage of middling length here.
K1, B, USUAL_LENGTH = 1.2, 0.75, 80
# A meaning that the lexicon knows counts beside the word itself, and for all of it where the word is foreign here.
BESIDE = 0.5
# What Swahili words have in common counts little beside them, so that the word itself wins: set on half of the
# questions over Swahili pages, and told on the other half.
RELATED = 0.3
# Raised whenever a passage's words are read in another way: what was stored before is then read anew.
READING = 8
# What was asked before a follow-up counts beside it: measured on questions of whole conversations.
OF_BEFORE = 0.5
# A town that is named tells which line of a page is asked for, whatever else the question shares with others.
OF_PLACE = 2
# "Do you have", "mko na", "available": a page that names the thing says it of it.
THERE_IS = "available"
# No passage has more; a longer question is a text, of which the first words are asked; a word said thrice counts twice.
_MOST_WORDS, _LONGEST_QUESTION, _MOST_TIMES = 8_000, 60, 2
_TIMES = re.compile(
    r"\b(?:[01]?\d|2[0-4])(?::[0-5]\d| ?(?:am|pm|hrs|a\.m|p\.m)\b)|\bopen 24\b|\b24 ?(?:/ ?7|hours a day|hour service)"
    r"|\bsaa (?:\d|moja|mbili|tatu|nne|tano|sita|saba|nane|tisa|kumi)\b|\baround the clock\b|\bsaa 24\b"
)
# What a customer says around their question; no document says it back.
_AROUND = re.compile(
    r"\b(?:how (?:long|soon|many)|(?:(?:wa|ya|kwa|cha|la) )?(?:muda gani|siku ngapi))\b"
    r"|\bwhat(?:'s| is|s)? (?:is )?(?:wrong|the (?:matter|problem|issue)|going on)\b"
    r"|\b(?:does|do|will|would) (?:it|they|you|that) take(?: to (?:reach|get to|arrive (?:in|at)|come to))?\b"
    r"|\b(?:please |kindly )?(?:help me|tell me|let me know)\b"
    r"|\b(?:my|the) [a-z]{2,12} (?:now |just |keeps? |is )?(?:says|saying|shows|showing|asks|asking|displays)\b"
    r"(?: (?:me|for)\b){0,2}"
    r"|\b(?:at|in|from|to|near|inside|within) (?:the|your|this) (?:hotel|resort|shop|store|place|property|premises)\b"
    r"|\bkila (?:saa|siku|usiku|mara|wakati|dakika)\b"
    r"|\b(?:shida|tatizo) ni (?:nini|gani)\b|\bnifanye nini\b"
    r"|\b(?:if|when|once|after) (?:i|we) (?:have )?(?:pay|paid|order|ordered|buy) (?:it |them )?"
    r"(?:now|today|tonight|tomorrow)\b"
    r"|\b(?:ni|tu)ki(?:lipa|lipia|agiza|order|nunua) (?:leo|sasa|kesho|saa hii)\b"
    r"|\b(?:that |which )?(?:i|we) (?:bought|got|ordered|purchased) (?:it |them |from you |here )?"
    r"(?:yesterday|today|last \w+|on \w+day|(?:\w+ ){1,2}ago)\b"
    r"|\b(?:nili|tuli)(?:yo|cho|zo|vyo|lo|o|ko)?(?:nunua|agiza|order|pata|letewa) (?:jana|juzi|leo|wiki|mwezi)"
    r"(?: (?:iliyopita|uliopita|jana|hii|huu))?"
    rf"|{hours.SINCE}"
)


@dataclass(frozen=True, slots=True)
class QueryConcept:
    """One thing that a question speaks of: its own word, other words for it, and what it means.

    `otherwise`: what documents may call it, a little less surely. `related`: what Swahili passages share with a Swahili
    word, its root and its English, whatever form it has there, or with an English one that their words mean.
    `may_lack`: customers say it around what they ask, so that a library without it may answer all the same."""

    word: int
    others: tuple[int, ...] = ()
    meaning: int | None = None
    related: tuple[int, ...] = ()
    otherwise: tuple[int, ...] = ()
    times: float = 1
    may_lack: bool = False

    @property
    def keys(self) -> set[int]:
        """All that it may be found by."""
        meant = {self.meaning} if self.meaning is not None else set[int]()
        return {self.word, *self.others, *self.otherwise, *self.related} | meant


def of_passage(text: str) -> SparseVector:
    """The weights of a passage's words and meanings, saturated and normalised as BM25 does it."""
    counts: Counter[int] = Counter()
    length = 0
    is_swahili = roots.is_swahili(plain.words(text))
    for term in _telling(text):
        said = plain.words(term)
        stems = [stem(word) for word in said]
        length += len(stems)
        counts.update(_key(f"word:{one}") for one in stems)
        if meaning := listed(term):
            counts[_key(f"meaning:{meaning}")] += 1
        if is_swahili:
            counts.update(key for word in said for key in _related(word))
    dampened = K1 * (1 - B + B * length / USUAL_LENGTH)
    weights = {key: count * (K1 + 1) / (count + dampened) for key, count in counts.most_common(_MOST_WORDS)}
    return SparseVector(weights, SPACE)


@lru_cache(maxsize=20_000)
def keys_of(heading: str) -> frozenset[int]:
    """The words of a heading, and what they mean."""
    return frozenset(of_passage(heading).indices())


def concepts_of(question: str) -> tuple[frozenset[int], ...]:
    """What each thing that a question speaks of may be found by."""
    return tuple(frozenset(one.keys) for one in of_question(question))


def has_times(text: str) -> bool:
    """Whether a passage says when something is open or takes place."""
    return _TIMES.search(plain.fold(text)) is not None


def of_question(text: str, before: str = "") -> list[QueryConcept]:
    """The different things that a question speaks of, and what was asked before it, for less.

    Where all of it may be lacking, nothing is asked about: "what do I have to do" is answered by no page."""
    said = _of_one(text)
    found = {one.word: one for one in said if not all(each.may_lack for each in said)}
    for one in _of_one(before) if before else ():
        times = min(found[one.word].times + OF_BEFORE, _MOST_TIMES) if one.word in found else one.times * OF_BEFORE
        found[one.word] = replace(found.get(one.word, one), times=times)
    return list(found.values())[:_LONGEST_QUESTION]


def _of_one(text: str) -> list[QueryConcept]:
    """Of a question about hours, the hours are one thing, and so is the place of one that asks where."""
    if hours.is_about(text) and (rest := hours.left_of(text)) is not None:
        return [*_asked(rest), _one_of(hours.IN_DOCUMENTS)]
    if attributes.asks_where(text):
        rest = attributes.without_where(text)
        return [*(_asked(rest) if rest else ()), _one_of(attributes.IN_DOCUMENTS)]
    return _asked(text)


def _asked(text: str) -> list[QueryConcept]:
    found: dict[int, QueryConcept] = {}
    rest = _AROUND.sub(" ", attributes.plainly(text))
    for term in _telling(rest if plain.words(rest) else text):
        for one in _asked_in(term):
            times = min(found[one.word].times + 1, _MOST_TIMES) if one.word in found else one.times
            found[one.word] = replace(one, times=times)
    return list(found.values())


def _asked_in(term: str) -> Iterator[QueryConcept]:
    """Of a phrase that is all grammar, such as "how much is", what it means.

    So of a thing in Swahili, whose words tell little by themselves: the food and the evening of "chakula cha jioni"."""
    meaning = _key(f"meaning:{listed(term)}") if listed(term) else None
    said = plain.words(term)
    telling = [word for word in said if not (glossary.is_grammar(word) or (len(said) > 1 and is_stop_word(word)))]
    is_a_thing = kind(listed(term) or "") in THINGS and all(map(glossary.in_english, telling))
    if meaning is not None and len(said) > 1 and (not telling or is_a_thing):
        related = tuple(key for word in telling for key in _foreign(word))
        yield QueryConcept(meaning, related=related, may_lack=listed(term) == THERE_IS)
        return
    for word in telling:
        # A town is a name, though it may look like a verb: Kayole, Kikuyu.
        english = (
            glossary.elsewhere(word) or glossary.in_english(word) or tuple(filter(None, [glossary.borrowed(word)]))
        )
        called = glossary.otherwise(word) or glossary.otherwise(glossary.borrowed(word))
        # What holds outside of this country is what it may be called otherwise, and tells little by itself.
        is_abroad = bool(glossary.elsewhere(word)) and not glossary.is_place(word)
        called, is_english = (english, True) if is_abroad else (called, english == called)
        yield QueryConcept(
            _key(f"word:{stem(word)}"),
            () if is_english else _keys(english),
            meaning,
            _in_english(word) if is_english else _related(word),
            _keys(each for each in called if is_english or each not in english),
            times=OF_PLACE if glossary.is_place(word) else 1,
            may_lack=is_abroad or glossary.says_little(word) or listed(term) == THERE_IS,
        )


def _keys(said: Iterable[str]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(_key(f"word:{stem(word)}") for word in said))


def _foreign(word: str) -> tuple[int, ...]:
    """What a Swahili word is found by, where the phrase that it stands in is not."""
    return (_key(f"word:{stem(word)}"), *_related(word))


@lru_cache(maxsize=20_000)
def _related(word: str) -> tuple[int, ...]:
    """Of a Swahili word: its root, and its English, which two that mean the same have in common."""
    if glossary.is_grammar(word):
        return ()
    english = dict.fromkeys(stem(other) for other in glossary.in_english(word))
    root = roots.root(word)
    return (*(_key(f"english:{one}") for one in english), *([_key(f"root:{root}")] if root else []))


def _in_english(word: str) -> tuple[int, ...]:
    """What an English word finds Swahili passages by: those of their words that mean it."""
    return (_key(f"english:{stem(word)}"),)


@lru_cache(maxsize=2)
def _one_of(in_documents: tuple[str, ...]) -> QueryConcept:
    first, *others = (_key(f"word:{stem(word)}") for word in in_documents)
    return QueryConcept(first, tuple(others))


def _telling(text: str) -> Iterator[str]:
    return (term for term in terms(text) if not is_stop_word(term))


@lru_cache(maxsize=100_000)
def _key(feature: str) -> int:
    # Python's own hash differs from process to process; this one never does.
    digest = blake2b(feature.encode("utf-8", "surrogatepass"), digest_size=4).digest()
    return int.from_bytes(digest, "little") % SPACE
