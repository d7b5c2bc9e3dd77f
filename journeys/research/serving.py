"""Serves the commands of research: each is one call of a tool, and what it says."""

from uuid import UUID

from journeys import tenant
from journeys.command import written
from journeys.context import TurnContext
from journeys.contract import Done
from journeys.guard.injection import is_suspicious
from journeys.reply import Text
from journeys.research import measures
from journeys.research import state as research
from journeys.research.commands import (
    AnswerClarification,
    AskFindings,
    CancelResearch,
    EditPlan,
    ResearchStatus,
    StartResearch,
)
from journeys.research.phases.plan import shown
from journeys.state import ConversationState, Tell
from journeys.wording.phrases import say
from knowledge.answer import FoundPassage, extract
from knowledge.text import fold
from tools.contract import Refusal
from tools.research.facts import ReadPassage
from tools.research.research_findings import FoundText

# Fewer words name no question.
SHORTEST = 3
ANSWERS = 0.65
"""The share of a question that the findings must speak of, or the library is asked instead."""
# One passage is an answer of the library; research begins with two.
FEWEST = 2
OF_REPORTS = frozenset({
    "report", "research", "findings", "found", "find", "according", "ripoti", "utafiti", "ulipata", "bericht", "laut",
})  # fmt: skip


def start_research(command: StartResearch, state: ConversationState, context: TurnContext) -> Done:
    question = (command.question or context.text).strip()
    if is_suspicious(question):
        return Done(state=state, reply=Text(text=say("takes_no_orders", state, business=state.tenant.tenant_name)))
    if len(question.split()) < SHORTEST:
        return Done(state=state, reply=Text(text=say("research_what", state)))
    audience = tenant.guardrails(context).answers.audience or ""
    call = context.call("research_start", question=question[:1000], audience=audience)
    if call.refusal:
        return _refused(call.refusal, state)
    before = research.of(state)
    is_further = before.stage in ("asked", "planned") and before.told_at == context.tools.now
    state = research.kept(state, question=question[:500])
    if is_further:  # this turn began it before, and died: what it has come to stands above already
        return Done(state=state.having(clarify_turns=0))
    state = research.kept(state, stage="working", told_at=context.tools.now)
    return Done(state=state.having(clarify_turns=0), reply=Text(text=say("research_started", state)))


def answer_clarification(command: AnswerClarification, state: ConversationState, context: TurnContext) -> Done:
    words = command.text or context.text
    call = context.call("research_answer", text=words.replace("\0", "")[:1000], is_over=command.is_over)
    if call.refusal:
        return _refused(call.refusal, state)
    state = _not_asked(research.kept(state, stage="working", told_at=context.tools.now))
    return Done(state=state, reply=Text(text=say("research_begins" if command.is_over else "research_noted", state)))


def edit_plan(command: EditPlan, state: ConversationState, context: TurnContext) -> Done:
    call = context.call(
        "research_edit_plan", strike=list(command.strike), add=list(command.add), order=list(command.first),
        is_approved=command.approve,
    )  # fmt: skip
    if call.refusal:
        return _refused(call.refusal, state)
    if command.approve or call.result.phase != "plan":
        state = _not_asked(research.kept(state, stage="working", told_at=context.tools.now))
        return Done(state=state, reply=Text(text=say("research_begins", state)))
    return Done(state=state, reply=Text(text=shown(call.result.titles, call.result.language)))


def research_status(command: ResearchStatus, state: ConversationState, context: TurnContext) -> Done:
    call = context.call("research_status")
    if call.refusal:
        return _refused(call.refusal, state)
    stands = call.result
    name = f"research_is_{stands.phase}"
    if stands.phase == "execute":
        words = say(name, state, done=stands.done, count=stands.count, current=stands.current)
    elif stands.is_waiting:
        words = say("research_waits", state)
    else:
        words = say(name, state)
    return Done(state=state, reply=Text(text=words))


def cancel_research(command: CancelResearch, state: ConversationState, context: TurnContext) -> Done:
    call = context.call("research_cancel")
    if call.refusal:
        return _refused(call.refusal, state)
    state = _not_asked(research.kept(state, stage="", told_at=context.tools.now))
    return Done(state=state, reply=Text(text=say("research_cancelled", state)))


def ask_findings(command: AskFindings, state: ConversationState, context: TurnContext) -> Done:
    """From what was found, where that speaks of it; else the library is asked as always."""
    question = (command.question or context.text).strip()
    best = found_before(question, context)
    if best is None:
        matter = " ".join(word for word in question.split() if fold(word).strip("?.,") not in OF_REPORTS)
        return Done(state=state, then=written("ask_library", question=matter[:900]))
    quotable = FoundPassage(text=best.text, title=best.title, section=best.section, language=best.language)
    words = extract(question, [quotable]).text or best.text
    return Done(state=state, reply=Text(text=words), sources=(best.citation,))


def found_before(question: str, context: TurnContext) -> FoundText | None:
    """What the latest run has found that answers this, if anything does."""
    before = [call for call in context.trace.tool_calls if call.tool == "research_findings"]
    call = before[-1] if before else context.call("research_findings")
    return None if call.refusal else _best(question, call.result.findings)


def _best(question: str, findings: list[FoundText]) -> FoundText | None:
    """One word is enough where the report itself is asked."""
    every = measures.aspects_of(question)
    aspects = [aspect for aspect in every if aspect.label not in OF_REPORTS]
    passages = {each.chunk_id: _passage(each) for each in findings}
    weights = measures.weights_of(aspects, list(passages.values()))
    rated = [(measures.relevance(passages[each.chunk_id], weights), each) for each in findings]
    how, best = max(rated, key=lambda each: each[0], default=(0.0, None))
    return best if how >= ANSWERS and len(every) >= FEWEST and aspects else None


def _passage(found: FoundText) -> ReadPassage:
    return ReadPassage(
        chunk_id=UUID(found.chunk_id), document_id=UUID(int=0), text=found.text, title=found.title,
        section=found.section,
    )  # fmt: skip


def _not_asked(state: ConversationState) -> ConversationState:
    asked = state.controls.asked
    return state.having(asked=None) if isinstance(asked, Tell) and asked.journey == research.NAME else state


def _refused(refusal: Refusal, state: ConversationState) -> Done:
    if refusal.code == "no_research":
        state = _not_asked(research.kept(state, stage=""))
    return Done(state=state, reply=Text(text=say(f"research_{refusal.code}", state)))
