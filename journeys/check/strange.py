"""Words and things that nobody told or asked: what a model made up without a figure, a claim or a name."""

import re
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from typing import Final

from journeys.check.reading.clauses import Clause, clauses, clauses_of, sentences
from journeys.check.reading.terms import WORD, group_of
from journeys.check.reading.words import CARRIED, TALK
from journeys.language import numbers
from knowledge import lexicon
from knowledge.search.terms import glossary

# Words that the source has not: an English one is read by its stem, others by a glossary that has gaps.
FEW_IN_ENGLISH: Final = 2
# See above.
FEW: Final = 3
_SUPPOSES: Final = re.compile(r"(?:if|when|once|kama|ikiwa|iwapo)(?: \S{1,40}){1,6}")
_VERB: Final = re.compile(
    r"(?:ha|si|hu)?(?:ni|u|a|tu|m|wa|i|zi|ya|li|ki|vi|ku|pa)?"
    r"(?:na|li|ta|me|mesha|sha|ki|nge|ka|ja|taka|si)(?:yo|zo|cho|vyo|ye|o|lo|po)?(?:ku|ni|tu|wa|m|i|zi|ya|ki|vi)?[a-z]{3,}"
    r"|ku[a-z]{4,}|h[aiu](?:tu|wa|i|zi|u|ya|ki|vi|li)[a-z]{3,}"
    # "Tunayo", "mnazo": that we have it.
    r"|(?:ni|u|a|tu|m|wa|i|zi|ya|li|ki|vi|ku|pa)na(?:yo|zo|cho|vyo|ye|o|lo|po|mo|ko)"
)
# "Soli inayodumu": what follows says what it does.
_WHICH_DOES: Final = re.compile(r"(?:i|zi|u|ya|li|ki|vi|a|wa)(?:na|li|ta)?(?:yo|zo|o|lo|cho|vyo|ye)[a-z]{3,}")
# To several people: "agizeni siku moja kabla".
_IMPERATIVE: Final = re.compile(r"(?P<root>[a-z]{3,16}?)i?eni")
_IF: Final = re.compile(r"(?:if|unless|when|in case|where|kama|ikiwa|iwapo|isipokuwa)\b")
_THERE_IS: Final = re.compile(
    r"\b(?:there (?:is|are)(?! (?:no|not|nothing|nobody|never)\b)|we (?:also )?(?:offer|run)"
    r"|we (?:also |do )?have(?= (?:also |even )?(?:an?|our own|some) )|you will find"
    r"|tuna(?:yo|zo|cho|vyo|ye)?|kuna|pana|mna)"
    r"(?: (?:also|even|a|an|some|the|our|own|pia|hata|both)){0,3} "
    r"(?P<what>(?!(?:shida|tatizo|problem)\W*\Z)[a-z' ]{3,60})"
)
_HAS: Final = re.compile(
    r"(?<!you )(?<!we )(?<!i )\b(?:comes? with|has|have|features?|includes?|(?:i|zi|vi|ki|li)na)"
    r"(?: (?:also|even|a|an|some|the|its|their|own|pia|hata)){0,3} (?!(?:been|no|not|left|got|arrived|come)\b)"
    r"(?P<what>[a-z' ]{3,60})"
)
_SWAHILI_HAS: Final = ("ina", "zina", "vina", "kina", "lina")
# What follows says where, when or what of.
_ENDS: Final = frozenset(CARRIED["thing_ends"])
# Words of a thing: a longer row of them is a sentence of its own.
MOST: Final = 3
# "A steam room" is not told where only rooms are.
TWO: Final = 2


def strange(text: str, language: str, *known: Collection[str]) -> Iterator[str]:
    """The words of sentences that speak of several things nobody told or asked; `known` are terms, our own talk's too.

    What is asked, denied or supposed tells nothing. A Swahili verb has too many forms for a list of them."""
    for sentence in sentences(text):
        unknown = dict.fromkeys(
            word for clause in clauses_of(sentence) for word in _unknown_in(clause, language, known)
        )
        if len(unknown) >= (FEW_IN_ENGLISH if language == "en" else FEW):
            yield ", ".join(unknown)


def _unknown_in(clause: Clause, language: str, known: Sequence[Collection[str]]) -> Iterator[str]:
    supposed = _SUPPOSES.match(clause.text)
    for match in WORD.finditer(
        "" if clause.asks else clause.text, supposed.end() if supposed and not clause.asks else 0
    ):
        is_verb = language != "en" and _is_verb(match.group())
        if not is_verb and _is_unknown(match.group(), known) and not clause.denies(match.start()):
            yield match.group()


def _is_verb(word: str) -> bool:
    asked = _IMPERATIVE.fullmatch(word)
    return bool(_VERB.fullmatch(word) or (asked and glossary.verb_in(f"{asked['root']}a")))


def _is_unknown(word: str, known: Sequence[Collection[str]]) -> bool:
    group = group_of(word)
    if not group or group & talk() or word in numbers.words():
        return False
    return not any(term in each for each in known for term in (*group, *_plainer(word)))


def _plainer(word: str) -> Iterator[str]:
    """What is compared: "firmer" is of what is firm."""
    for ending in ("er", "est", "ier", "iest"):
        if word.endswith(ending):
            yield lexicon.stem(word.removesuffix(ending) + ("y" if ending.startswith("i") else ""))


@cache
def talk() -> frozenset[str]:
    """What plain talk speaks of, as terms."""
    return frozenset(term for word in TALK.split() for term in (word, *group_of(word), lexicon.stem(word)))


def unheard_things(text: str, told: Collection[str], *, is_of_items: bool = False) -> Iterator[str]:
    """What is said to be there and has no word that was told; what is asked or denied is not."""
    for clause in clauses(text):
        match = _THERE_IS.search(clause.text)
        is_case = _IF.match(clause.text) is not None  # "unless there is a fault with it" tells of none
        if match is None or is_case or clause.asks or clause.denies(match.start("what")):
            continue
        thing = _thing(match["what"])
        groups = [group for word in thing if (group := group_of(word)) and not group & talk()]
        is_whole = len(thing) == len(groups) == TWO
        if groups and (any if is_whole else all)(group.isdisjoint(told) for group in groups):
            yield " ".join(thing)
    if is_of_items:
        yield from _unheard_features(text, told)


def _unheard_features(text: str, told: Collection[str]) -> Iterator[str]:
    """What an item is said to have or to come with and has no word that was told; what is asked or denied is not."""
    for clause in clauses(text):
        for match in _HAS.finditer(clause.text):
            if clause.asks or clause.denies(match.start("what")):
                continue
            thing = [word for word in _thing(match["what"]) if not word.endswith("ed")]
            groups = [group for word in thing if (group := group_of(word)) and not group & talk()]
            # A Swahili word for what was told in English may be unknown.
            is_whole = len(thing) == len(groups) == TWO and not match.group().startswith(_SWAHILI_HAS)
            if groups and (any if is_whole else all)(group.isdisjoint(told) for group in groups):
                yield " ".join(thing)


def _thing(what: str) -> list[str]:
    said: list[str] = []
    for word in WORD.findall(what):
        if word in _ENDS or _WHICH_DOES.match(word) or len(said) == MOST:
            break
        said.append(word)
    return said
