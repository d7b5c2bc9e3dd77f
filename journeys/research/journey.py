"""Research: a question that no single passage answers, worked on over several messages, and told as a report.

start_research ──▶ clarify ⟲ answer_clarification ──▶ plan ⟲ edit_plan ──▶ execute ──▶ report
                        its steps are taken beside the conversation, and come back as events that `tell` tells
"""

from typing import Final

from journeys.contract import Journey, by_kind
from journeys.research import commands, serving
from journeys.research.reading import answers, claims, continues, read
from journeys.research.telling import tell

PROMPT: Final = """\
Commands of research, which reads many documents over several minutes and writes a report.
start_research        only when they ask for research or a report, or want several rules of the business's documents
                      weighed against each other for their own case; a question that one passage answers is ask_library.
                      question: the whole of it, in their words
answer_clarification  their answer to what research asked (`card.question`); is_over: they want no more questions
edit_plan             to the plan shown: strike and first hold the numbers shown, add the new tasks in words; approve:
                      they agree
research_status       what it is doing, how far it is
ask_findings          a question that goes on with the report they were sent
cancel_research       they want no more of it"""

JOURNEY: Final = Journey(
    name="research",
    commands=commands.COMMANDS,
    act=by_kind({
        commands.StartResearch: serving.start_research,
        commands.AnswerClarification: serving.answer_clarification,
        commands.EditPlan: serving.edit_plan,
        commands.ResearchStatus: serving.research_status,
        commands.AskFindings: serving.ask_findings,
        commands.CancelResearch: serving.cancel_research,
    }),
    read=read,
    claims=claims,
    answers=answers,
    continues=continues,
    tells=tell,
    prompt=PROMPT,
    prompt_node="research",
)  # fmt: skip
