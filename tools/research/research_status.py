"""Tells how the latest research of the conversation stands; refuses with no_research when there was none."""

from pydantic import Field

from tools.contract import Args, Refusal, Result, Tool, ToolContext
from tools.research import selectors
from tools.research.research_answer import NO_RESEARCH


class ResearchStatusArgs(Args):
    """Nothing: it is this conversation's."""


class ResearchStatusResult(Result):
    """How it stands."""

    run_id: str
    question: str
    phase: str
    is_waiting: bool
    done: int = Field(description="Tasks that are done.")
    count: int = Field(description="Tasks on the list.")
    current: str = Field(description="The task at hand.")


def run(args: ResearchStatusArgs, context: ToolContext) -> ResearchStatusResult | Refusal:
    latest = selectors.find_latest(context.conversation_id)
    if latest is None:
        return NO_RESEARCH
    tasks = [task for task in latest.tasks.all() if task.state != "struck"]
    return ResearchStatusResult(
        run_id=str(latest.pk), question=latest.question, phase=latest.phase, is_waiting=latest.is_waiting,
        done=sum(task.state == "done" for task in tasks), count=len(tasks),
        current=next((task.title for task in tasks if task.state == "pending"), ""),
    )  # fmt: skip


TOOL = Tool(
    name="research_status",
    effect="read",
    description="Tell how the research of this conversation stands.",
    args=ResearchStatusArgs,
    result=ResearchStatusResult,
    run=run,
)
