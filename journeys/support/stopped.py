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
    words, pages = list[str](), []
    for asked in (f"{LASTS} {' '.join(sorted(lexicon.things(question)))}", TO_USE):
        found = library.retrieve(asked, context, is_whole=False)
        if found is None or not found.is_enough:
            return None
        best = found.model_copy(update={"snippets": library.usable(found)[:1]})
        draft = quoted(asked, best, state, context).draft
        if draft is None:
            return None
        words.append(draft.answer)
        pages += best.snippets
    return Draft(answer="\n\n".join(words), sources=(1, 2)), found.model_copy(update={"snippets": pages})
