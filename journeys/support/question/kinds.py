"""Kinds of questions that code can tell: opening hours, an action we have no hands for, trouble, and vagueness."""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Final

from journeys.check.reading.facts import facts_in
from journeys.local.wordlists import tokens
from knowledge import lexicon
from knowledge.answer.meaning import senses, terms
from knowledge.search.terms import glossary
from knowledge.text import fold

OF_A_PRICE: Final = frozenset({
    "breakfast", "lunch", "dinner", "food", "wifi", "delivery", "installation", "airport_transfer", "bar",
})  # fmt: skip
"""What may be included in the price of something else."""


@cache
def _pattern(name: str) -> re.Pattern[str]:
    lists = tomllib.loads(Path(__file__).with_name("kinds.toml").read_text(encoding="utf-8"))
    return re.compile("|".join(f"(?:{each})" for each in lists[name]))


@cache
def _words(name: str) -> frozenset[str]:
    lists = tomllib.loads(Path(__file__).with_name("kinds.toml").read_text(encoding="utf-8"))
    return frozenset(" ".join(lists[name]).split())


def is_about_hours(question: str) -> bool:
    return _pattern("hours").search(fold(question)) is not None


def is_about_our_hours(question: str, business: str) -> bool:
    """The business's own hours, and no other place's or thing's."""
    if not is_about_hours(question):
        return False
    own = _words("of_hours") | set(tokens(business))
    for hour in (fact.text for fact in facts_in(fold(question))[0] if fact.kind == "time"):
        question = fold(question).replace(hour, " ")
    return all(word in own or lexicon.is_stop_word(word) or word.isdigit() for word in tokens(question))


def asks_to_act(question: str) -> bool:
    """Whether they want something done that is not ours to do here, rather than explained."""
    said = fold(question)
    return _pattern("acts").match(said) is not None and not _pattern("asks_how").search(said)


def asks_of_rules(question: str) -> bool:
    """Whether it asks what is required or allowed, or whether a meal or a service is included, and of nothing else:
    "do I need to book", "na kifungua kinywa kimo?"."""
    said = fold(question)
    if _pattern("of_rules").search(said) or asks_in_parts(question) or asks_of_own(question):
        return True
    return _pattern("included").search(said) is not None and lexicon.things(said) <= OF_A_PRICE


def asks_of_own(question: str) -> bool:
    """Whether it asks what may be done with what is theirs: "can I keep my number", "naweza kuja na pombe yetu"."""
    return _pattern("of_own").search(fold(question)) is not None


def asks_in_parts(question: str) -> bool:
    """Whether they would like to pay in several parts, however they call it."""
    return _pattern("in_parts").search(fold(question)) is not None


def asks_to_pay_a_bill(question: str) -> bool:
    """Whether it asks how, where or whether the bill of a service is paid: "can I pay my fibre bill with M-Pesa"."""
    return _pattern("pays_bill").search(fold(question)) is not None


def asks_for_ways_to_pay(question: str) -> bool:
    """Whether it asks by what may be paid at all: "what payment methods do you accept"."""
    return _pattern("asks_ways").search(fold(question)) is not None


def attribute_asked(question: str) -> frozenset[str]:
    """What an answer must speak of, whatever else it says: the "heated" of "is the pool heated", what is to be allowed.

    None where the question has no such form, or where more than one word tells it."""
    said = fold(question).strip(" ?!.")
    if asks_in_parts(question):
        return frozenset(terms("instalments"))  # however they call it: "kulipa kidogo kidogo"
    if service := _pattern("service").fullmatch(said):
        return senses(service[1])[-1] if len(senses(service[1])) > 1 else frozenset()
    found = _pattern("attribute").fullmatch(said)
    if found is None:
        return frozenset()
    told = next(value for value in found.groups() if value)
    return frozenset() if lexicon.is_stop_word(told) or told in _words("of_hours") else frozenset(terms(told))


def places_asked(question: str) -> frozenset[str]:
    """Where it is asked whether something is to be had in a town: what any page says that tells of towns."""
    said = fold(question)
    if not (_pattern("serves").search(said) and any(map(glossary.is_place, tokens(question)))):
        return frozenset()
    anywhere = _words("anywhere") if lexicon.things(question) else frozenset[str]()  # "mko Rongai" names but the town
    return frozenset(lexicon.stem(each) for each in (*glossary.places(), *anywhere))


def far_place_asked(question: str) -> frozenset[str]:
    """What it is asked how far away it is: the beach of "how far is the beach"."""
    found = _pattern("how_far").search(fold(question))
    told = next((value for value in found.groups() if value), "") if found else ""
    return frozenset(terms(told)) if told else frozenset()


def country_asked(question: str) -> frozenset[str]:
    """What a page says that holds in another country that is asked about: its name, abroad, roaming."""
    abroad = countries_in(question)
    return frozenset(lexicon.stem(each) for each in (*abroad, *_words("abroad"))) if abroad else frozenset()


def countries_in(question: str) -> list[str]:
    """The other countries that are named."""
    return [word for word in tokens(question) if glossary.is_abroad(word)]


def asks_cost_of_doing(question: str) -> bool:
    """Whether it asks what it costs to have something done: "how much does it cost to move my fibre"."""
    return _pattern("cost_of_doing").search(fold(question)) is not None


def asks_whether_they_may(question: str) -> bool:
    """Whether they ask what they may do themselves: "can we check out late", and not "can you send somebody"."""
    return _pattern("they_may").search(fold(question)) is not None


def asks_of_doing(question: str) -> bool:
    """Whether it asks how something is done or whether it may be, whatever it is."""
    return _doing(question) is not None


def act_asked(question: str, *, known_only: bool = False) -> frozenset[str]:
    """What is to be done, where it is asked how or whether that may be: the "share" of "how do I share data".

    None where the question has no such form, where what is done says little, "how do I get", or where nothing but the
    word itself is known of what should be known."""
    found = _doing(question)
    done = next((value for value in found.groups() if value), "") if found else ""
    act = frozenset() if not done or is_done_to_anything(done) else frozenset(terms(done))
    return frozenset() if known_only and act <= {lexicon.stem(done)} else act


def deed_told(question: str) -> frozenset[str]:
    """What they say that they want to do: the "terminate" of "I want to terminate my contract"; nothing where they ask
    when, or what it costs."""
    found = None if asks_when(question) else _pattern("wants_to").fullmatch(fold(question).strip(" ?!."))
    done = next((value for value in found.groups() if value), "") if found else ""
    return frozenset() if not done or is_done_to_anything(done) else frozenset(terms(done))


def asks_when(question: str) -> bool:
    """Whether it asks when something comes, and says nothing else: "mtakuja lini", "how long will it take"."""
    return _pattern("asks_when").search(fold(question)) is not None


def _doing(question: str) -> re.Match[str] | None:
    return _pattern("act").fullmatch(fold(question).strip(" ?!."))


def is_done_to_anything(word: str) -> bool:
    """Whether a word says to do what is done to any thing, so that a page need not say it: "get", "recommend"."""
    return word in _words("done_to_anything")


def is_of_permission(word: str) -> bool:
    """Whether a word asks if something may, must or can be, and not what: "allowed", "wanakubaliwa"."""
    return not _words("of_permission").isdisjoint((word, *glossary.in_english(word)))


def asks_in_a_word(question: str) -> bool:
    """Whether a word asks for something by itself, however short the question: "mko wapi"."""
    return _pattern("asks_in_a_word").search(fold(question)) is not None


def is_trouble(question: str) -> bool:
    return _pattern("trouble").search(fold(question)) is not None


def is_outage(question: str) -> bool:
    """Whether what they have does not work at all: nothing that the shop sells mends that."""
    return _pattern("outage").search(fold(question)) is not None


def is_own_trouble(question: str) -> bool:
    """Whether something that they have gives trouble: nothing is wanted of the shelves."""
    return is_trouble(question) and _pattern("own").search(fold(question)) is not None


def is_trouble_of_service(question: str) -> bool:
    """Whether a line, a network or the like does not do what it should, and nothing is said of a thing that is sold
    over a counter: "wifi haifiki bedroom"."""
    things = lexicon.things(question)
    return is_trouble(question) and bool(things) and {lexicon.kind(thing) for thing in things} == {"telecom"}


def has_stopped(question: str) -> bool:
    """Whether goods do not work any more that did: "the kettle stopped heating", "friji haigandishi tena", or what was
    bought a while ago."""
    is_of_goods = any(lexicon.kind(thing) == "product" for thing in lexicon.things(question))
    said = fold(question)
    is_worn = is_trouble(question) and is_of_theirs(question) and _pattern("long_theirs").search(said) is not None
    has_stopped_so = is_worn or _pattern("stopped").search(said) is not None
    return is_of_goods and has_stopped_so and not _pattern("arrived").search(said)


def asks_of_warranty(question: str) -> bool:
    return _pattern("of_warranty").search(fold(question)) is not None


def is_misfit(question: str) -> bool:
    """Whether a thing does not fit who has it."""
    return _pattern("misfit").search(fold(question)) is not None


def is_of_theirs(question: str) -> bool:
    """Whether it tells of something that they have bought already."""
    return _pattern("bought").search(fold(question)) is not None


def is_definition(section: str) -> bool:
    """Whether a section tells what something is, which mends nothing: "What is MMS?"."""
    return _pattern("definition").match(fold(section.rpartition(" > ")[2])) is not None


def asks_what_is_meant(question: str) -> bool:
    """Whether it asks what something means, however much it sounds like a trouble: "what does a red light mean"."""
    return _pattern("asks_meaning").search(fold(question)) is not None


def is_vague(question: str) -> bool:
    """Whether hardly anything is named that could be looked up."""
    return len(content_terms(question)) <= 1


def is_bare_trouble(question: str) -> bool:
    """Whether nothing is said but that it does not work: neither what it is, nor what they see."""
    return is_trouble(question) and not content_terms(without_trouble(question))


def is_only_trouble(question: str) -> bool:
    """Whether it says that something does not work, perhaps what they see of it, and nothing else."""
    rest = " ".join(word for word in tokens(without_trouble(question)) if word not in _words("symptoms"))
    return is_trouble(question) and not content_terms(rest)


def without_trouble(text: str) -> str:
    """The words that say more than that something does not work."""
    return " ".join(word for word in tokens(text) if word not in _words("of_trouble"))


def content_terms(*texts: str) -> set[str]:
    """What the words of these name that could be looked up."""
    return {term for text in texts for term in terms(text)} - _words("says_little")
