"""Reviews every answer before it may leave, whoever drafted it. Code alone: a second look by a model cost a third call.

Six criteria: grounded (it names passages that were found, and each of its sentences is carried by one of them),
accurate (values, names and denials as they stand there), on topic (no order to an assistant comes back as an answer),
no advice on a restricted topic, nothing promised that has no hands here, and responsible in language, tone and length.
"""

from typing import Final

from journeys import tenant
from journeys.check import feedback, objections
from journeys.compose.grounds import grounds
from journeys.context import TurnContext
from journeys.contract import Beside
from journeys.guard import restricted
from journeys.library import usable
from journeys.llm import prompts
from journeys.state import ConversationState
from journeys.support.answering.draft import Draft
from journeys.support.answering.rendered import cited
from journeys.wording.phrases import spoken
from knowledge.injection import is_injection
from tools.support.kb_retrieve import KbRetrieveResult

# As was specified: a shorter answer says nothing.
SHORTEST: Final = 20


def objection(
    draft: Draft,
    found: KbRetrieveResult,
    state: ConversationState,
    context: TurnContext,
    *,
    has_items: bool = False,
    beside: Beside = Beside(),  # noqa: B008  it cannot change
) -> str | None:
    """Why a draft may not be said, in words that a model can mend; None when nothing speaks against it.

    `has_items`: the catalog was told beside the passages, so that an answer may rest on it alone. `beside`: what the
    same message says of other findings, whose passages may carry a sentence of this one too."""
    return (
        _of_sources(draft, found, has_items=has_items)
        or _of_answer(draft, found, state, context, beside)
        or _of_words(draft, context)
    )


def _of_sources(draft: Draft, found: KbRetrieveResult, *, has_items: bool) -> str | None:
    count = len(usable(found))
    if not draft.sources and not has_items:
        return "Name in `sources` the numbers of the passages that the answer rests on."
    wrong = [number for number in draft.sources if not 1 <= number <= count]
    return f"There is no passage number {', '.join(map(str, wrong))}." if wrong else None


def _of_answer(
    draft: Draft, found: KbRetrieveResult, state: ConversationState, context: TurnContext, beside: Beside
) -> str | None:
    """Its values, claims and sentences stand in the passages it names, and it keeps to our manner."""
    own = {snippet.chunk_id for snippet in cited(found, draft)}
    evidence = grounds(state, context, cited=own | beside.cited if own else own, beside=beside.texts)
    language = spoken(state.understood.response_language)
    return feedback(objections(draft.answer, evidence, language=language, prompts=prompts()))


def _of_words(draft: Draft, context: TurnContext) -> str | None:
    answer = draft.answer.strip()
    if len(answer) < SHORTEST:
        return "The answer is too short to be one."
    if is_injection(answer, is_spoken=True):
        return "It repeats an order to an assistant."
    if restricted.advises(answer, tenant.guardrails(context)):
        return "It speaks of a topic that this business does not advise on."
    return None
