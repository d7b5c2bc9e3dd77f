"""Asks the library for a question: as it stands, and where that finds too little by its core and its parts."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Final

from journeys import library, tenant
from journeys.context import TurnContext
from journeys.local import slips
from journeys.local.wordlists import tokens
from journeys.support.answering.confidence import HIGH, LIKELY, strongest
from journeys.support.answering.matter import SURELY, things_of
from journeys.support.applied import spans
from journeys.support.applied.applying import excepted
from journeys.support.applied.case import CustomerCase
from journeys.support.question import complete, kinds
from journeys.support.question.complete import SupportQuestion
from knowledge import lexicon
from knowledge.answer import demanded
from knowledge.answer.meaning import terms
from tools.support.kb_retrieve import KbRetrieveResult, Snippet

WENT_WRONG: Final = "broken"
OF_REPAIRS: Final = "faulty warranty repair replace"
# What broke later did not arrive broken.
_AGO: Final = re.compile(r"\b(?:ago|iliyopita|zilizopita)\b", re.IGNORECASE)
NEW: Final = 7  # days
OF_EXCHANGES: Final = "how long can it be exchanged for another size"


def retrieved(question: SupportQuestion, context: TurnContext, queries: Sequence[str]) -> KbRetrieveResult | None:
    """The library asked; again with the core of the question, then its parts, where the whole found too little."""
    if (of_warranty := _of_warranty(question, context)) is not None:
        return of_warranty
    is_whole = not complete.only_names_a_thing(question.now)
    found = library.retrieve(question.now, context, before=question.before, others=queries, is_whole=is_whole)
    if found is None or found.is_empty_library:
        return found
    if (of_message := _of_the_message(question, found, context)) is not None:
        return of_message
    if found.is_enough:
        return _by_rule(question, found, context) or _by_text_alone(question, found, context) or found
    core, parts = complete.core_of(question.now), complete.parts_of(question.now)
    others: list[tuple[str, Sequence[str]]] = [(core, ())] if core != question.now.strip(" .,;!?") else []
    others += [(parts[0], parts[1:])] if context.by == "local" and parts and parts[0] != core else []
    if WENT_WRONG in lexicon.concepts(question.now):
        others += [(f"{' '.join(lexicon.things(question.now))} {OF_REPAIRS}", ()), (OF_REPAIRS, ())]
    if kinds.is_misfit(question.now):
        others.append((OF_EXCHANGES, ()))
    for first, more in others:
        again = library.retrieve(first, context, before=question.before, others=more)
        if again is not None and again.is_enough:
            return again
    return found


def _of_the_message(
    question: SupportQuestion, found: KbRetrieveResult, context: TurnContext
) -> KbRetrieveResult | None:
    """The section of which customers ask as the whole message does, where the question is a part of it that alone is
    asked of no section, and names nothing that this one does not speak of.

    "What should he carry" is of who collects the order, as the words before it say."""
    whole = replace(context, about="")
    text = slips.written_out(whole.text)
    is_part = library.is_part(question.now, context) and set(tokens(question.before)) <= set(tokens(text))
    is_told = _likeliest(found)[1] >= LIKELY or strongest(library.usable(found)) >= HIGH
    is_told = is_told and not complete.speaks_of_it(question.now)
    if context.by != "local" or not is_part or is_told:
        return None
    held = library.retrieve(text, whole)
    best, likely = _likeliest(held) if held is not None and held.is_enough else (None, 0.0)
    if held is None or best is None or likely < LIKELY or best.strength < HIGH:
        return None
    is_of_it = lexicon.things(question.now) <= things_of(best)
    return held.model_copy(update={"snippets": [best]}) if is_of_it else None


def _likeliest(found: KbRetrieveResult) -> tuple[Snippet | None, float]:
    """The passage that is likeliest to answer by what customers ask, and how likely that is."""
    best = max(library.usable(found), key=lambda snippet: snippet.asked, default=None)
    return best, best.asked if best is not None else 0.0


def _of_warranty(question: SupportQuestion, context: TurnContext) -> KbRetrieveResult | None:
    """How long the warranty lasts of what has broken since they bought it; None of anything else."""
    things = " ".join(sorted(lexicon.things(question.now)))
    is_wrong = WENT_WRONG in lexicon.concepts(question.now) or kinds.asks_of_warranty(question.now)
    if context.by != "local" or not (things and is_wrong):
        return None
    is_asked = "warranty" in terms(question.now) and demanded.asks_how_long(question.now)
    if not (is_asked or _is_long_ago(question, context)):
        return None
    found = library.retrieve(f"how long is the warranty of {things}", context, is_whole=False)
    if found is None or not found.is_enough or not library.usable(found):
        return None
    is_left_out = lexicon.things(question.now) & excepted(snippet.text for snippet in library.usable(found))
    return found if is_left_out else _best_of(found)


def _is_long_ago(question: SupportQuestion, context: TurnContext) -> bool:
    case = CustomerCase(question.now, tenant.local_now(context))
    since = case.today - timedelta(NEW)
    return _AGO.search(question.now) is not None or any(day.days.first < since for day in case.days)


def _by_rule(question: SupportQuestion, found: KbRetrieveResult, context: TurnContext) -> KbRetrieveResult | None:
    """The page that tells how long something may be done, where they say since when, unless it is none of that."""
    pages = [snippet.text for snippet in library.usable(found)]
    if context.by != "local" or lexicon.things(question.now) & excepted(pages):
        return None
    now = tenant.local_now(context)
    asked = spans.question_for(
        CustomerCase(question.now, now), CustomerCase(context.burst, now), pages[0] if pages else ""
    )
    again = library.retrieve(asked, context, is_whole=False) if asked else None
    return _best_of(again) if again is not None and again.is_enough and again.snippets else None


def _best_of(found: KbRetrieveResult) -> KbRetrieveResult:
    """Only the page that a question of ours is for: their own words might lead to another of those beside it."""
    return found.model_copy(update={"snippets": library.usable(found)[:1]})


def _by_text_alone(question: SupportQuestion, found: KbRetrieveResult, context: TurnContext) -> KbRetrieveResult | None:
    """What is found without what customers ask, where that alone has the sum, span or place that is demanded."""
    if context.by != "local" or _is_told(question.now, library.usable(found)[:1]):
        return None
    again = library.retrieve(question.now, context, before=question.before, is_whole=False)
    is_told = again is not None and again.is_enough and _is_told(question.now, library.usable(again))
    return again if is_told else None


def _is_told(question: str, snippets: Sequence[Snippet]) -> bool:
    return any(demanded.is_told(question, f"{each.section} {each.text}") for each in snippets)


def of_core(question: SupportQuestion, context: TurnContext) -> tuple[SupportQuestion, KbRetrieveResult] | None:
    """The question without the case that it is asked for, and what surely tells that; None where nothing does."""
    core = complete.core_of(question.now)
    if core.casefold() == question.now.casefold().strip(" .,;!?"):
        return None
    found = library.retrieve(core, context, before=question.before, is_whole=False)
    is_sure = found is not None and found.is_enough and found.best_score >= SURELY and bool(library.usable(found))
    return (SupportQuestion(core, question.before), found) if found is not None and is_sure else None
