"""What is asked of an answer and names nothing, such as its price: told by the passages that the answer rests on."""

from typing import Final

from journeys import library
from journeys.context import TurnContext
from journeys.state import ConversationState
from journeys.support.answering.draft import Draft
from journeys.support.question import complete
from journeys.support.question.complete import SupportQuestion
from knowledge.answer import demanded
from knowledge.answer.blocks import blocks_of
from knowledge.search.terms import hours
from knowledge.search.terms.words import has_times
from tools.support.kb_retrieve import KbRetrieveResult, Snippet

# Two sums or spans tell what it costs or takes; more of them are a table, which is told as tables are.
MOST_TOLD: Final = 2


def answer_in(
    question: SupportQuestion, state: ConversationState, context: TurnContext
) -> tuple[Draft, KbRetrieveResult] | None:
    """The sentences of what was told last that have what is asked for now, and what they stand in.

    None where the question names something, or none of those passages says it."""
    told = {snippet["chunk_id"] for snippet in state.support.kb_snippets}
    if context.by != "local" or not (question.before and told and complete.names_nothing(question.now)):
        return None
    found = library.retrieve(question.before, context)
    if found is None or not found.is_enough:
        return None
    for number, snippet in enumerate(library.usable(found), start=1):
        said = _said(question.now, snippet) if snippet.chunk_id in told else []
        if said and len(said) <= MOST_TOLD:
            return Draft(answer="\n".join(said), sources=(number,)), found
    return None


def _said(question: str, snippet: Snippet) -> list[str]:
    blocks = blocks_of(snippet.text, name=snippet.section.rpartition(" > ")[2])
    is_of_hours = hours.is_about(question)
    units = (unit for block in blocks for unit in block.units)
    return [unit for unit in units if (has_times(unit) if is_of_hours else demanded.holds(question, unit))]
