"""An answer as it leaves: what may vary, what it rests on, and what the state remembers of that."""

import re
from typing import Any, Final

from journeys import library, tenant
from journeys.check.reading.facts import facts_in
from journeys.context import TurnContext
from journeys.contract import Done
from journeys.local import language
from journeys.reply import Text
from journeys.state import ConversationState
from journeys.support.answering import matter
from journeys.support.answering.confidence import confidence_of, is_doubtful
from journeys.support.answering.draft import Draft
from journeys.wording.phrases import say, spoken
from tools.support.kb_retrieve import KbRetrieveResult, Snippet

# Below it a short text may be in either language.
LANGUAGE_SURE: Final = 0.6
CONFIDENCES: Final = ("low", "medium", "high")
# The first branch keeps a line's beginning that no list of sources follows; it is not looked at again from within.
_OWN_SOURCES = re.compile(
    r"(\n\W*?(?=\[?(?:\w|\Z))(?!\W?(?:sources?|vyanzo)\W*:))|\n\W*(?:sources?|vyanzo)\W*:.*\Z|\[sources?\](?!\S)",
    re.IGNORECASE | re.DOTALL,
)
_MARKS = re.compile(r" ?\[(?:source )?\d+(?:, ?\d+)*\]", re.IGNORECASE)


def rendered(
    draft: Draft,
    found: KbRetrieveResult,
    state: ConversationState,
    context: TurnContext,
    *,
    question: str = "",
    applied: str = "",
) -> Done:
    """`question` is what it answers, where it may be told by it that nothing of that is left to doubt; `applied` is
    what its rule comes to in their case, and stands before it."""
    snippets = cited(found, draft)
    words = _MARKS.sub("", _OWN_SOURCES.sub(r"\1", draft.answer)).strip()
    confidence = confidence_of(words, snippets)
    flags = {"flags": ["injection_in_context"]} if any(snippet.injection for snippet in found.snippets) else {}
    noted = {"confidence": confidence, "sources": library.for_the_record(snippets)} | flags
    context.trace.notes["support"] = _noted(noted, context.trace.notes.get("support"))
    is_unsure = is_doubtful(snippets) and context.by != "model" and not matter.is_all_told(question, snippets)
    foreign = foreign_to(state, words, snippets[0].language if snippets else "")
    lead = draft.lead or (say(f"quoted{foreign}", state) if foreign else "")
    parts = [
        *([applied] if applied else []),
        *([lead] if lead else []),
        words,
        *([say("not_sure", state)] if is_unsure else []),
        *([say("tell_how_it_went", state)] if draft.has_more else []),
        *_after(words, state, context),
    ]
    changed = state.having(kb_snippets=library.for_the_record(snippets), support_asks=0, clarify_turns=0)
    return Done(
        state=changed,
        reply=Text(text="\n\n".join(parts)),
        cited=tuple(snippet.chunk_id for snippet in snippets),
        sources=library.citations(snippets),
        is_doubtful=is_unsure,
    )


def _noted(part: dict[str, Any], earlier: dict[str, Any] | None) -> dict[str, Any]:
    """An answer in several parts is as sure as its least sure part, and rests on the sources of all of them."""
    if earlier is None:
        return part
    sources = [*earlier["sources"], *(each for each in part["sources"] if each not in earlier["sources"])]
    least = min(earlier["confidence"], part["confidence"], key=CONFIDENCES.index)
    return earlier | part | {"confidence": least, "sources": sources}


def cited(found: KbRetrieveResult, draft: Draft) -> list[Snippet]:
    """The passages that the draft rests on; none when it rests on the catalog."""
    snippets = library.usable(found)
    return [snippets[number - 1] for number in dict.fromkeys(draft.sources) if 1 <= number <= len(snippets)]


def foreign_to(state: ConversationState, words: str, written_in: str) -> str:
    """How the sentences end that tell that a quotation is in another language than the customer's; empty above words in
    theirs."""
    heard, theirs = language.detect(words.partition("\n\n")[0]), spoken(state.understood.response_language)
    is_theirs = (heard.label == "en") == (theirs == "en")
    if is_theirs or heard.confidence < LANGUAGE_SURE or written_in not in ("", heard.label):
        return ""
    return "_in_english" if heard.label == "en" else "_in_swahili"


def _after(words: str, state: ConversationState, context: TurnContext) -> list[str]:
    kinds = {fact.kind for fact in facts_in(words)[0]}
    is_wanted = tenant.guardrails(context).answers.disclaimer
    return [say("may_vary", state)] if kinds & {"time", "money"} and is_wanted else []
