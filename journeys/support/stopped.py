"""Goods that do not work any more: how long the warranty of their kind lasts, and how it is used."""

from typing import Final

from journeys import library
from journeys.context import TurnContext
from journeys.state import ConversationState
from journeys.support.answering.draft import Draft
from journeys.support.answering.quoting import quoted
from journeys.support.question import kinds
from knowledge import lexicon
from tools.support.kb_retrieve import KbRetrieveResult

LASTS: Final = "how long is the warranty of"
TO_USE: Final = "how to use the warranty"


def warranty_of(question: str, state: ConversationState, context: TurnContext) -> tuple[Draft, KbRetrieveResult] | None:
    """What two questions of ours find; None where either finds nothing, or where more is asked than what to do."""
    if context.by != "local" or not kinds.has_stopped(question) or kinds.asks_of_warranty(question):
        return None
    told = [
        _told(f"{LASTS} {' '.join(sorted(lexicon.things(question)))}", state, context),
        _told(TO_USE, state, context),
    ]
    both = [each for each in told if each is not None]
    if len(both) < len(told):
        return None
    (lasts, found), (use, of_use) = both
    pages = [*found.snippets, *of_use.snippets]
    return Draft(answer=f"{lasts}\n\n{use}", sources=(1, 2)), found.model_copy(update={"snippets": pages})


def _told(question: str, state: ConversationState, context: TurnContext) -> tuple[str, KbRetrieveResult] | None:
    """What the best page of the library says to a question of ours, and that page."""
    found = library.retrieve(question, context, is_whole=False)
    if found is None or not found.is_enough:
        return None
    best = found.model_copy(update={"snippets": library.usable(found)[:1]})
    draft = quoted(question, best, state, context).draft
    return (draft.answer, best) if draft is not None else None
