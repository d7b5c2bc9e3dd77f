"""Whether passages speak of what is asked of a thing, and not only of the thing."""

import re
from collections.abc import Sequence, Set
from typing import Final

from journeys import library
from journeys.local import asks
from journeys.local.wordlists import tokens
from journeys.support.answering.confidence import is_doubtful
from journeys.support.question import kinds
from knowledge import lexicon
from knowledge.answer import demanded
from knowledge.answer.demanded import PRICE
from knowledge.answer.extract import WHEN
from knowledge.answer.meaning import elsewhere, senses, terms
from knowledge.search.terms import attributes
from knowledge.search.terms.glossary import in_english, is_grammar, is_place, says_little
from knowledge.search.terms.roots import root
from knowledge.search.terms.words import THERE_IS
from tools.support.kb_retrieve import KbRetrieveResult, Snippet

_IN_ENGLISH: Final = re.compile(r"\b(?:do|is|are|can|could|have|any)\b", re.IGNORECASE)
# "Up to 30 Mbps" is no word of the fibre that is sold by it.
_SO_MUCH: Final = re.compile(r"\b\d[\d.,]{0,12} [A-Za-z]{1,20}")
# What so much is said for is an answer, whatever it is called there.
BEYOND_DOUBT: Final = 0.95
PAYING: Final = terms("pay")
# Two things are not shared by chance; one may be where more is named than that one and another.
SURELY_SHARED: Final = 2
OF_ANYTHING: Final = terms("far near distance mbali karibu free bure")
SURELY: Final = 0.8
"""A passage that answers so strongly tells what is to be done: it settles a complaint by explaining it."""


def is_lacking(question: str, found: KbRetrieveResult) -> bool:
    """Whether the attribute that is asked for stands in none of the passages: the "heated" of "is the pool heated"."""
    wanted = kinds.attribute_asked(question)
    return bool(wanted) and all(wanted.isdisjoint(_said(each)) for each in library.usable(found))


def is_of_here(question: str, found: KbRetrieveResult) -> bool:
    """Whether another country is asked about, and every passage tells of this one."""
    abroad = kinds.country_asked(question)
    return bool(abroad) and all(abroad.isdisjoint(_said(each)) for each in library.usable(found))


def is_missed(question: str, found: KbRetrieveResult, sources: Sequence[int]) -> bool:
    """Whether an answer shares the thing with the question, and not what is asked of it, such as its price; `sources`
    are the numbers of the passages that it rests on."""
    cited = [each for number, each in enumerate(library.usable(found), start=1) if number in sources]
    is_sure = found.best_score >= SURELY
    is_without = not any(demanded.holds(question, f"{each.section} {each.text}") for each in cited)
    if any(each.asked >= library.BEYOND_DOUBT for each in cited):
        return is_without and demanded.asks_price(question)
    if any(each.asked >= library.ALIKE for each in cited):
        return is_without or (is_beside_the_point(question, cited) and not _names_the_town(question, cited))
    return bool(cited) and (
        is_without
        or is_beside_the_point(question, cited)
        or is_of_nothing_named(question, cited)
        or _is_of_another_act(question, cited, is_sure=is_sure)
        or is_hardly_met(question, cited)
    )


def _names_the_town(question: str, cited: Sequence[Snippet]) -> bool:
    """Whether a passage speaks of the very town that they name."""
    towns = {word for word in tokens(question) if is_place(word)}
    return any(not towns.isdisjoint(tokens(each.text)) for each in cited)


def is_beside_the_point(question: str, cited: Sequence[Snippet]) -> bool:
    """Whether no passage speaks of towns where one is asked for, or none of what is asked for there; or of abroad;
    or of paying."""
    # The town of a branch tells only where they would like it: we are where we are.
    places = frozenset[str]() if attributes.asks_where(question) else kinds.places_asked(question)
    if places and (there := lexicon.things(question)) and not any(there & things_of(each) for each in cited):
        return True
    paying = kinds.act_asked(question) & PAYING
    matters = (places, kinds.far_place_asked(question), kinds.country_asked(question), paying)
    return any(_is_unsaid(matter, cited) for matter in matters)


def is_of_nothing_named(question: str, cited: Sequence[Snippet]) -> bool:
    """Whether none speaks of anything that is named: "is the gym free" is not answered by what else is free.

    In Swahili a thing must be named that is known, for what no list knows may be called otherwise."""
    named, said, things = named_in(question), set[str]().union(*map(_said, cited)), lexicon.things(question)
    if not named or len(untold_in(question, said)) < len(named) or any(things & things_of(each) for each in cited):
        return False
    is_known = bool(things) or _IN_ENGLISH.search(question) is not None
    return is_known and not kinds.asks_of_rules(question)  # "is food included" is told of breakfast


def _is_of_another_act(question: str, cited: Sequence[Snippet], *, is_sure: bool) -> bool:
    """Whether none speaks of what is to be done: "can I keep my number" is not answered by how to set up a line.

    Where the library is sure of its answer, only if we know other words for it too."""
    return _is_unsaid(kinds.act_asked(question, known_only=is_sure), cited)


def _is_unsaid(matter: frozenset[str], cited: Sequence[Snippet]) -> bool:
    return bool(matter) and all(matter.isdisjoint(_said(each)) for each in cited)


def is_of_other_things(question: str, cited: Sequence[Snippet]) -> bool:
    """Whether an answer shares no two of the things that are named, nor half of them: "are visitors allowed" is not
    answered by where smoking is."""
    named, said = named_in(question), set[str]().union(*map(_said, cited))
    shared = len(named) - len(untold_in(question, said))
    is_followed = attributes.asks_where(question) or kinds.countries_in(question) or kinds.places_asked(question)
    return bool(named) and not is_followed and shared < SURELY_SHARED and 2 * shared < len(named)


def is_all_told(question: str, cited: Sequence[Snippet]) -> bool:
    """Whether an answer speaks of two things or more that are named, and of all of them, and has what is demanded of
    them: it leaves nothing to doubt."""
    said = set[str]().union(*map(_said, cited))
    is_met = len(named_in(question)) >= SURELY_SHARED and not untold_in(question, said)
    return is_met and any(demanded.is_told(question, f"{each.section} {each.text}") for each in cited)


def untold_in(question: str, said: Set[str]) -> list[frozenset[str]]:
    """The things it names of which nothing is `said`; a town may be one of the others that are spoken of."""
    return [sense for sense in named_in(question) if elsewhere(sense, said).isdisjoint(said)]


def named_in(question: str) -> list[frozenset[str]]:
    """The things that it names: what is allowed, needed, free, how far, where they are or at some time is none."""
    plain = attributes.plainly(attributes.without_where(question) if attributes.asks_where(question) else question)
    words = [word for word in lexicon.terms(plain) if not _goes_unsaid(word)]
    named = [sense for word in words if not kinds.is_of_permission(word) for sense in senses(word)]
    return list(dict.fromkeys(sense - WHEN for sense in named if sense - WHEN - PRICE - OF_ANYTHING))


def is_hardly_met(question: str, cited: Sequence[Snippet]) -> bool:
    """Whether half of what is asked for, or more, stands nowhere in an answer that would be told with a doubt.

    Of whether there is such a thing, or whether it may be: "do you have vegan food" is not answered by other food. Whom
    it is for may go unsaid, and of a question in Swahili what no list knows, which may be called otherwise."""
    is_of_any = asks.asks_for_any(question) or kinds.asks_of_doing(question)
    if not (is_of_any and is_doubtful(cited)) or attributes.asks_where(question):
        return False
    words = [word for word in lexicon.terms(attributes.plainly(question)) if not _goes_unsaid(word)]
    if not _IN_ENGLISH.search(question):
        words = [word for word in words if _is_surely_known(word)]
    named = [sense for word in words for sense in senses(word)]
    said = set[str]().union(*map(_said, cited))
    missing = sum(sense.isdisjoint(said) for sense in named)
    return missing > 0 and 2 * missing >= len(named)


def _is_surely_known(word: str) -> bool:
    """Whether it is known what a word of a Swahili question means, or it is an English one."""
    return bool(in_english(word)) or lexicon.concept(word) is not None or not root(word)


def _goes_unsaid(word: str) -> bool:
    meaning = lexicon.concept(word) or ""
    return (
        lexicon.kind(meaning) == "audience"
        or meaning == THERE_IS
        or kinds.is_done_to_anything(word)
        or lexicon.is_stop_word(word)
        or is_grammar(word)
        or says_little(word)
    )


def things_of(snippet: Snippet) -> frozenset[str]:
    """What a passage speaks of, by each name of it: fibre is internet."""
    named = lexicon.things(_SO_MUCH.sub(" ", f"{snippet.section} {snippet.text}"))
    return named | {wider for each in named if (wider := lexicon.broader(each))}


def _said(snippet: Snippet) -> set[str]:
    return terms(f"{snippet.section} {snippet.text}")
