"""What the words of a text may stand for, so that an answer and its source are compared across languages.

A term is a stem or a concept; a Swahili word also has its English meanings, a Sheng verb the English one in it.
"""

import re
from collections.abc import Collection
from functools import lru_cache
from typing import Final

from journeys.check.reading.clauses import expanded
from journeys.check.reading.words import CARRIED, CURRENCIES, MEANINGS, OPPOSITES
from journeys.language import numbers
from knowledge import lexicon
from knowledge.search.terms.glossary import in_english, is_grammar

WORD: Final = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
# "From", "to" and "that means": English has no word for them that stands in every source.
_JOINS: Final = frozenset({"kuanzia", "mpaka", "maana"})
_EMPTY: Final = frozenset(CARRIED["empty"])
# "Haizidi" is no form of "ida".
_SHORTEST_ROOT: Final = 3
_SHENG: Final = re.compile(
    r"(?:ku|ha(?:i|zi|u|wa|tu|vi|ki|li)?(?:ta|ku)?|(?:ni|u|a|tu|m|wa|i|zi|ya|li|ki|vi)(?:na|me|ta|li|ki|ka|mesha)|(?:i|u|zi|a|wa)ki|uka|ika)([a-z]{2,}[b-df-hj-np-tv-z])"
    r"|(?:i|zi|ki|vi)([b-df-hj-np-tv-z][a-z]*[b-df-hj-np-tv-z])"  # "itry": none that is asked for ends so either
)
Group = frozenset[str]


def terms_of(text: str) -> frozenset[str]:
    """All that a text speaks of, as terms."""
    return frozenset(term for group in groups_of(expanded(text)) for term in group)


@lru_cache(maxsize=2_000)
def groups_of(text: str) -> list[Group]:
    found = [group_of(word) for word in WORD.findall(text)]
    return list(dict.fromkeys(group for group in found if group))


def comparable(text: str, told: Collection[str]) -> list[Group]:
    """The groups of a translation that can be compared with what is told, if they are most of it."""
    words = [word for word in WORD.findall(text) if group_of(word) and word not in _JOINS]
    known = [word for word in words if _is_known(word) or not group_of(word).isdisjoint(told)]
    return list(dict.fromkeys(map(group_of, known if 2 * len(known) >= len(words) else words)))


# Each once: a pair in two forms has the same stems, and would turn a sentence round and back again.
PAIRS: Final = [*dict.fromkeys((lexicon.stem(one), lexicon.stem(other)) for one, other in OPPOSITES)]
_TURNED: Final = {a: {b for c, b in (*PAIRS, *((y, x) for x, y in PAIRS)) if c == a} for pair in PAIRS for a in pair}


def opposites(group: Group) -> Group:
    """The other sides of what it may stand for: whoever says one speaks of the other."""
    return frozenset(other for term in group for other in _TURNED.get(term, ()))


# English words for a Swahili one; a word with more means too much.
FEW: Final = 2


def meant_by(text: str) -> set[str]:
    """The stems of a text's words and of their one or two meanings: a word of many means none of them for sure."""
    found: set[str] = set()
    for word in WORD.findall(text):
        english = (*in_english(word), *MEANINGS.get(word, "").split())
        found |= {lexicon.stem(each) for each in (word, *(english if len(english) <= FEW else ()))}
    return found


def _is_known(word: str) -> bool:
    return bool(MEANINGS.get(word) or in_english(word) or lexicon.listed(word))


@lru_cache(maxsize=20_000)
def group_of(word: str) -> Group:
    """What a word may stand for: its concept or stem, and its meanings in English; none for grammar and numbers."""
    if word in numbers.words() or word in CURRENCIES:
        return frozenset()
    if word not in MEANINGS and (lexicon.is_stop_word(word) or is_grammar(word) or word in _EMPTY or len(word) < 2):
        return frozenset()
    forms = (word, *_affirmed(word), *_borrowed(word))
    meant = [each for form in forms for each in (*in_english(form), *MEANINGS.get(form, "").split())]
    english = [each for each in meant if not lexicon.is_stop_word(each)]
    if meant and not english and not lexicon.listed(word):
        return frozenset()  # "nasi" is but "us"
    own = {lexicon.listed(form) or lexicon.stem(form) for form in forms}
    own |= _called_by(word)
    own |= {lexicon.listed(each) or lexicon.stem(each) for each in english}
    own |= {lexicon.stem(each) for each in (word, *english)}
    own |= {lexicon.stem(f"{word.removesuffix(end)}y") for end in ("iest", "ier") if word.endswith(end)}  # "busiest"
    return frozenset(own)


def _called_by(word: str) -> set[str]:
    """The concept that is called by what an English verb in -ed or -ing does: "delivered" is of delivery."""
    ending = next((each for each in ("ed", "ing") if word.endswith(each)), "")
    base = word.removesuffix(ending)
    found = next(filter(None, map(lexicon.concept, (f"{base}e", base))), "") if ending and len(base) > FEW else ""
    return {found} if found and found.startswith(lexicon.stem(base)) else set()


def _borrowed(word: str) -> tuple[str, ...]:
    """The English verb in one of Sheng: no Swahili verb ends as "inablink" and "kureset" do."""
    found = _SHENG.fullmatch(word)
    return (found[found.lastindex or 0],) if found else ()


def _affirmed(word: str) -> tuple[str, ...]:
    """A Swahili verb of the present without its denial: "hatupeleki" is "tupeleka"."""
    if not (word.startswith("ha") and word.endswith("i") and len(word) > 6):
        return ()
    return tuple(f"{root}a" for root in (word[2:-1], word[4:-1]) if len(root) >= _SHORTEST_ROOT)
