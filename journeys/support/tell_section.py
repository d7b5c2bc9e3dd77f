"""tell_section: what a section says to who is likely asking of it, by what the business' customers ask."""

from dataclasses import replace
from typing import Any

from journeys import library, tenant, topics
from journeys.context import TurnContext
from journeys.contract import Done
from journeys.state import ConversationState
from journeys.support.answering import matter, support_answer_review
from journeys.support.answering.quoting import quoted
from journeys.support.answering.rendered import cited, foreign_to, rendered
from journeys.support.commands import TellSection
from journeys.wording.phrases import say
from knowledge.answer import demanded


def tell_section(command: TellSection, state: ConversationState, context: TurnContext) -> Done:
    """What it says of the question, in its own words; empty where nothing of it may be told."""
    nothing = Done(state=state, is_empty=True)
    audience = tenant.guardrails(context).answers.audience
    only: dict[str, Any] = {"audience": audience} if audience else {}
    named = {"document": command.document, "section": command.section, "likely": library.as_asked(command.likely)}
    found = context.call("kb_retrieve", query=command.question, sections=[named], **only).result
    if found is None:
        return nothing
    snippets = [snippet for snippet in found.snippets if snippet.asked]
    found = found.model_copy(update={"snippets": snippets})
    draft = quoted(command.question, found, state, context).draft
    if draft is None or matter.is_missed(command.question, found, draft.sources):
        return nothing
    if support_answer_review.objection(draft, found, state, context) is not None:
        return nothing
    if command.likely < topics.SURELY:
        foreign = foreign_to(state, draft.answer, cited(found, draft)[0].language)
        draft = replace(draft, lead=say(f"comes_closest{foreign}", state))
    done = rendered(draft, found, state, context, question=command.question)
    is_told = any(demanded.is_told(command.question, f"{each.section} {each.text}") for each in snippets)
    return done if is_told else replace(done, is_doubtful=True)
