"""What comes closest in the documents to a question that they do not surely answer: told below the honest no."""

from typing import Final

from journeys import catalog, library, topics
from journeys.context import TurnContext
from journeys.contract import Done
from journeys.local import asks
from journeys.reply import Text
from journeys.state import ConversationState
from journeys.support.answering import matter, support_answer_review
from journeys.support.answering.quoting import quoted
from journeys.support.answering.rendered import cited, foreign_to
from journeys.wording.phrases import say
from tools.support.kb_retrieve import KbRetrieveResult

MOSTLY_ASKED: Final = 0.8
"""From here on it is no matter that a thing is named of which the page says nothing."""
LIKELY: Final = 0.75
"""From here on, 0 to 1, a section may well be meant by who asks nearly as customers ask of it."""


def nearest(question: str, found: KbRetrieveResult, state: ConversationState, context: TurnContext) -> Done | None:
    """A quotation under a line that says what it is; None where nothing found speaks of what was asked about.

    A model has seen the passages, and tells itself what they say of it."""
    if context.by == "model" or not found.best_score or catalog.is_of_goods(question, context):
        return None
    likely = _as_others_ask(question, found, context)
    draft = quoted(question, likely or found, state, context).draft
    if draft is None and likely is not None:
        draft = quoted(question, found, state, context).draft
        likely = None
    found = likely or found
    if draft is None or support_answer_review.objection(draft, found, state, context) is not None:
        return None
    snippets = cited(found, draft)
    is_hardly_asked = all(snippet.asked < MOSTLY_ASKED for snippet in snippets)
    if matter.is_beside_the_point(question, snippets) or (
        is_hardly_asked and matter.is_of_nothing_named(question, snippets)
    ):
        return None
    is_of_this = likely is not None or not (
        matter.is_of_other_things(question, snippets)
        or (asks.asks_for_any(question) and matter.is_hardly_met(question, snippets))
    )
    if not is_of_this:
        return None
    foreign = foreign_to(state, draft.answer, snippets[0].language)
    return Done(
        state=state,
        reply=Text(text=f"{say(f'comes_closest{foreign}', state)}\n\n{draft.answer}"),
        cited=tuple(snippet.chunk_id for snippet in snippets),
        sources=library.citations(snippets),
    )


def _as_others_ask(question: str, found: KbRetrieveResult, context: TurnContext) -> KbRetrieveResult | None:
    """What was found, only with the passage of which customers ask nearly so, in other words than its own, or whose
    section is likelier than any other topic; if any."""
    usable = library.usable(found)
    best = max(usable, key=lambda snippet: snippet.asked, default=None)
    if best is None or best.asked < LIKELY:
        topic = topics.likeliest(question, context)
        is_likely = topic is not None and topic.topic.kind == "section" and topic.likely >= topics.LIKELY
        best = next((each for each in usable if topic and is_likely and each.section == topic.topic.name), None)
    return found.model_copy(update={"snippets": [best]}) if best is not None else None
