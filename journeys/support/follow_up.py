"""A question that goes on from the answer before it, though its own words do not say so."""

import re
from dataclasses import replace
from datetime import timedelta
from typing import Final

from journeys import library
from journeys.check.reading.clauses import expanded
from journeys.check.reading.terms import groups_of, terms_of
from journeys.check.strange import talk
from journeys.context import TurnContext
from journeys.contract import Done
from journeys.local import asks
from journeys.local.wordlists import tokens
from journeys.state import ConversationState
from journeys.support.answering.matter import SURELY
from journeys.support.question import kinds
from journeys.support.question.complete import SupportQuestion
from journeys.support.trouble import reading
from knowledge import lexicon
from knowledge.search.terms import hours
from knowledge.search.terms.glossary import is_grammar, is_place, says_little
from tools.support.kb_retrieve import KbRetrieveResult

_SPAN: Final = re.compile(r"\b\d{1,3} (?:\w+ )?(?:minutes?|hours?|days?|weeks?)\b|\b(?:dakika|saa|siku|wiki) \d")
SHORT: Final = 7
"""Words of a question that may be the rest of another."""
FEW: Final = 3  # words, of what may say nothing at all
# Who comes back after a longer while begins anew.
STILL_SPOKEN_OF: Final = timedelta(minutes=30)


def of_what_was_spoken_of(
    question: SupportQuestion, found: KbRetrieveResult, earlier: ConversationState, context: TurnContext
) -> tuple[SupportQuestion, KbRetrieveResult] | None:
    """The question as the rest of what was spoken of before, where it says nothing by itself, or says less."""
    if says_nothing(question, found, context):
        return goes_on_after_all(question.now, earlier, context)
    return nearer_to_what_was_told(question, found, earlier, context)


def says_nothing(question: SupportQuestion, found: KbRetrieveResult, context: TurnContext) -> bool:
    return context.by == "local" and not (question.before or found.is_enough or found.is_empty_library)


def is_of_no_known_word(text: str, context: TurnContext) -> bool:
    """Whether a word or three say nothing at all: none of them is known to anybody here, nor stands in a document. It
    goes on with nothing: "blorf" after a question is not that question again."""
    said = tokens(text)
    if not 0 < len(said) <= FEW or any(_is_known(word) for word in said):
        return False
    found = library.retrieve(text, context, is_whole=False)
    return found is not None and not found.is_enough


def _is_known(word: str) -> bool:
    is_told = word.isdecimal() or is_place(word) or lexicon.is_stop_word(word) or is_grammar(word)
    return bool(is_told or lexicon.concept(word) or lexicon.is_written_here(word) or says_little(word))


def goes_on_after_all(
    text: str, earlier: ConversationState, context: TurnContext
) -> tuple[SupportQuestion, KbRetrieveResult] | None:
    """What says nothing by itself, asked once more as the rest of the question that was just answered.

    After a lost SIM "will I keep my number" is asked of that, however many words it has."""
    before, at = earlier.support.support_question, earlier.understood.journey_at
    is_fresh = at is not None and context.tools.now - at <= STILL_SPOKEN_OF
    if not is_fresh or asks.shops(text) or reading.current(earlier, context.tools.now):
        return None  # what goes on with a trouble is told by its steps
    opened = earlier.sales.looked_at
    is_listed = earlier.understood.journey == "sales" and bool(earlier.sales.last_catalog_results)
    # "Do i have to come to the shop" is asked of the eSIM that they look at, "can I share it" of the list of bundles.
    if of := opened.title if opened else (earlier.sales.last_catalog_query or "") if is_listed else "":
        question = SupportQuestion(text, of)
        found = library.retrieve(question.now, context, before=of)
        return (question, found) if found is not None and found.is_enough else None
    if not (before and earlier.support.kb_snippets):
        return None
    question = SupportQuestion(text, before)
    found = library.retrieve(question.now, context, before=before)
    told = {snippet["document_id"] for snippet in earlier.support.kb_snippets}
    if found is None or not found.is_enough or not (kept := library.usable(found)):
        return None
    is_of_it = kept[0].document_id in told and _speaks_of(kept[0].text, text)
    return (question, found) if is_of_it else None


def nearer_to_what_was_told(
    question: SupportQuestion, found: KbRetrieveResult, earlier: ConversationState, context: TurnContext
) -> tuple[SupportQuestion, KbRetrieveResult] | None:
    """The same question as the rest of the one before, where what was told last answers it better than any other page.

    "What is the default password" is of the wifi that was spoken of; a question that is surely answered is no rest."""
    before, at = earlier.support.support_question, earlier.understood.journey_at
    is_fresh = at is not None and context.tools.now - at <= STILL_SPOKEN_OF
    is_open = context.by == "local" and not question.before and found.is_enough
    is_short = len(tokens(question.now)) <= SHORT and not asks.shops(question.now)
    if not (is_fresh and is_open and is_short and before and earlier.support.kb_snippets) or kinds.is_trouble(before):
        return None  # the steps of a trouble go on by themselves
    both = library.retrieve(question.now, context, before=before)
    is_sure = found.best_score >= SURELY
    told = {snippet["chunk_id" if is_sure else "document_id"] for snippet in earlier.support.kb_snippets}
    kept = library.usable(both) if both is not None and both.is_enough else []
    is_of_it = bool(kept) and (kept[0].chunk_id if is_sure else kept[0].document_id) in told
    if both is None or not is_of_it or kept[0].score < found.best_score:
        return None
    return SupportQuestion(question.now, before), both


def _speaks_of(passage: str, text: str) -> bool:
    """Whether a passage has most of what is asked for: camels and Mars are of no return policy."""
    said, told = [group for group in groups_of(expanded(text)) if group.isdisjoint(talk())], terms_of(passage)
    return 2 * sum(group.isdisjoint(told) for group in said) <= len(said)


def was_just_told(answer: str, question: SupportQuestion, state: ConversationState) -> bool:
    """Whether they have just read this: then only what speaks of what they ask now is news.

    The hours of another day may well be those of this one: "and on Sunday?"; a trouble goes on step by step."""
    is_told_again = hours.is_about(question.before) or kinds.is_trouble(question.before)
    return bool(question.before) and not is_told_again and answer in (state.transcript.response_text or "")


def tells_when(answer: str, question: SupportQuestion) -> bool:
    """Whether it says how soon something is, where that is asked for."""
    return kinds.asks_when(question.now) and _SPAN.search(answer) is not None


def of_what_was_told(found: KbRetrieveResult, state: ConversationState) -> KbRetrieveResult:
    """The passages of the documents that were told from last, where the best one is of them."""
    told = {snippet["document_id"] for snippet in state.support.kb_snippets}
    kept = [snippet for snippet in found.snippets if snippet.document_id in told]
    is_best = bool(kept) and kept[0].score == max(snippet.score for snippet in found.snippets)
    return found.model_copy(update={"snippets": kept}) if is_best else found


def still_of(earlier: ConversationState, done: Done) -> Done:
    """What could not be answered is not what they go on from: "how much is it" stays with what was told before."""
    before = earlier.support.support_question
    if done.cited or done.state.controls.asked is not None or not (before and earlier.support.kb_snippets):
        return done
    return replace(done, state=done.state.having(support_question=before))
