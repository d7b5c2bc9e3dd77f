"""respond: the answer with how sure it is, what may vary, and its sources, whatever the model left out."""

import re
from typing import Any, Final

from journeys import tenant
from journeys.check.facts import facts_in
from journeys.flow import Turn
from journeys.local import language
from journeys.reply import Text
from journeys.state import ConversationState
from journeys.support.answering.confidence import confidence_of
from journeys.support.answering.passages import cited, for_the_record, passage_of
from journeys.support.flow import SupportFlow
from journeys.wording.phrases import say, spoken
from tools.support.kb_retrieve import Snippet

LANGUAGE_SURE: Final = 0.6
_OWN_SOURCES = re.compile(r"\n+\W*(?:sources?|vyanzo|source)\W*:.*\Z|\[sources?\](?!\S)", re.IGNORECASE | re.DOTALL)
_MARKS = re.compile(r" ?\[(?:source )?\d+(?:, ?\d+)*\]", re.IGNORECASE)


def respond(flow: SupportFlow, runtime: Turn) -> dict[str, Any]:
    state, draft, context = flow["state"], flow["draft"], runtime.context
    snippets = cited(flow["found"], draft)
    words = _MARKS.sub("", _OWN_SOURCES.sub("", draft.answer)).strip()
    confidence = confidence_of(words, snippets)
    context.trace.notes["cited"] = [snippet.chunk_id for snippet in snippets]
    context.trace.notes["support"] = {"confidence": confidence, "sources": for_the_record(snippets)} | _flags(flow)
    parts = [
        *_before(words, snippets[0].language, state),
        words,
        *_after(words, confidence, state, runtime),
        sources(snippets, state),
    ]
    changed = state.having(kb_snippets=for_the_record(snippets), support_asks=0, clarify_turns=0)
    return {"state": changed, "reply": Text(text="\n\n".join(parts))}


def sources(snippets: list[Snippet], state: ConversationState) -> str:
    """Title — Section — File (version), a line each."""
    lines = dict.fromkeys(passage_of(snippet).citation for snippet in snippets)
    return "\n".join([say("sources", state), *(f"• {line}" for line in lines)])


def _before(words: str, written_in: str, state: ConversationState) -> list[str]:
    """Said when the passages are quoted, and in another language than hers."""
    heard, hers = language.detect(words), spoken(state.response_language)
    is_hers = (heard.label == "en") == (hers == "en")
    if is_hers or heard.confidence < LANGUAGE_SURE or written_in not in ("", heard.label):
        return []
    return [say("in_english" if heard.label == "en" else "in_swahili", state)]


def _after(words: str, confidence: str, state: ConversationState, runtime: Turn) -> list[str]:
    parts = []
    if confidence == "low":
        parts.append(say("not_sure", state))
    kinds = {fact.kind for fact in facts_in(words)[0]}
    if kinds & {"time", "money"} and tenant.guardrails(runtime.context).answers.disclaimer:
        parts.append(say("may_vary", state))
    return parts


def _flags(flow: SupportFlow) -> dict[str, Any]:
    is_flagged = any(snippet.injection for snippet in flow["found"].snippets)
    return {"flags": ["injection_in_context"]} if is_flagged else {}
