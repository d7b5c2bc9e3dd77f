"""Gives what the latest research of the conversation has found, for a question that goes on with it.

Refuses with no_research when none has come to a report.
"""

from pydantic import Field

from tools.contract import Args, Refusal, Result, Tool, ToolContext
from tools.research import selectors
from tools.research.research_answer import NO_RESEARCH

# What fits beside a question into one prompt.
MOST = 40


class ResearchFindingsArgs(Args):
    """Nothing: it is this conversation's."""


class FoundText(Result):
    """What was taken from one passage."""

    chunk_id: str
    text: str
    citation: str
    title: str
    section: str
    language: str


class ResearchFindingsResult(Result):
    """The findings, the most relevant first."""

    question: str
    findings: list[FoundText] = Field(description="Each with the document that says it.")


def run(args: ResearchFindingsArgs, context: ToolContext) -> ResearchFindingsResult | Refusal:
    latest = selectors.find_latest(context.conversation_id)
    if latest is None or latest.phase != "done":
        return NO_RESEARCH
    rows = latest.findings.select_related("source").order_by("-relevance", "id")[:MOST]
    found = [(row, selectors.passage_of(row.source)) for row in rows]
    return ResearchFindingsResult(
        question=latest.question,
        findings=[
            FoundText(
                chunk_id=str(passage.chunk_id), text=row.text, citation=passage.citation, title=passage.title,
                section=passage.section, language=passage.language,
            )
            for row, passage in found
        ],
    )  # fmt: skip


TOOL = Tool(
    name="research_findings",
    effect="read",
    description="What the latest research of this conversation has found.",
    args=ResearchFindingsArgs,
    result=ResearchFindingsResult,
    run=run,
)
