"""What may not leave, checked in code for every draft: the six criteria of a review, as far as rules can tell.

Grounded and accurate: every value stands in a cited passage. On topic, no restricted topic, nothing promised that
has no hands here, in her language, and neither too short nor a wall of text.
"""

import re
from typing import Final

from journeys import tenant
from journeys.compose.grounds import grounds
from journeys.context import TurnContext
from journeys.guard import restricted
from journeys.library import usable
from journeys.local import language
from journeys.state import ConversationState
from journeys.support.answering.draft import Draft
from journeys.support.answering.rendered import cited
from journeys.wording.phrases import spoken
from knowledge.injection import is_injection
from knowledge.text import words
from tools.support.kb_retrieve import KbRetrieveResult

SHORTEST: Final = 20
LONGEST: Final = 1_200
LANGUAGE_SURE: Final = 0.8
_PROMISE = re.compile(
    r"\b(?:i|we)(?:'ll| will| have| 've|'ve| can) (?:now |just |already )?"
    r"(?:sen[dt]|refund|book|reserve|cancel|credit|reset|activate|upgrade|deliver|dispatch|compensate|arrange|call you)"
    r"\w*|\b(?:guaranteed?|i promise|we promise)\b"
    r"|\b(?:nimekutumia|nitakutumia|nitakurudishia|tutakurudishia|nimekubookia|naahidi|tunaahidi)\b",
    re.IGNORECASE,
)


def objection_to(draft: Draft, found: KbRetrieveResult, state: ConversationState, context: TurnContext) -> str | None:
    """Why a draft may not be said, in words that a model can mend; None when nothing speaks against it."""
    return (
        _of_sources(draft, found) or _of_values(draft, found, state, context) or _of_words(draft, found, state, context)
    )


def _of_sources(draft: Draft, found: KbRetrieveResult) -> str | None:
    count = len(usable(found))
    if not draft.sources:
        return "Name in `sources` the numbers of the passages that the answer rests on."
    wrong = [number for number in draft.sources if not 1 <= number <= count]
    return f"There is no passage number {', '.join(map(str, wrong))}." if wrong else None


def _of_values(draft: Draft, found: KbRetrieveResult, state: ConversationState, context: TurnContext) -> str | None:
    ids = {snippet.chunk_id for snippet in cited(found, draft)}
    stated = grounds(state, context, cited=ids).unsupported(draft.answer)
    return f"These stand in no passage that you name in `sources`: {', '.join(stated)}" if stated else None


def _of_words(draft: Draft, found: KbRetrieveResult, state: ConversationState, context: TurnContext) -> str | None:
    answer = draft.answer.strip()
    passages = cited(found, draft)
    quoted = " ".join(f"{snippet.title} {snippet.section} {snippet.text}" for snippet in passages).casefold()
    promise = _PROMISE.search(answer)
    if len(answer) < SHORTEST:
        return "The answer is too short to be one."
    if len(answer) > LONGEST:
        return "The answer is too long for a chat: at most 1,000 characters."
    if promise and promise.group().casefold() not in quoted:
        return f"It promises what nobody does from this chat: {promise.group()}"
    if is_injection(answer):
        return "It repeats an order to an assistant."
    if restricted.advises(answer, tenant.guardrails(context)):
        return "It speaks of a topic that this business does not advise on."
    heard = language.detect(answer)
    wanted = spoken(state.understood.response_language)
    is_foreign = heard.confidence >= LANGUAGE_SURE and (heard.label == "en") != (wanted == "en")
    if is_foreign and not _is_quoted(answer, quoted):
        return f"Answer in the language `{wanted}`."
    return None


def _is_quoted(answer: str, passages: str) -> bool:
    """Whether every line stands word for word in a passage: a quotation keeps its language."""
    said = " ".join(words(passages))
    lines = (" ".join(words(re.sub(r"^\s*(?:\d{1,2}[.)]|•)", "", line))) for line in answer.splitlines())
    return all(line in said for line in lines)
