"""Cancels the research under way, whatever it is doing; refuses with no_research when there is none."""

from tools.contract import Args, Refusal, Result, Tool, ToolContext
from tools.research import selectors, services
from tools.research.research_answer import NO_RESEARCH


class ResearchCancelArgs(Args):
    """Nothing: it is this conversation's."""


class ResearchCancelResult(Result):
    """The run that was ended."""

    run_id: str


def run(args: ResearchCancelArgs, context: ToolContext) -> ResearchCancelResult | Refusal:
    under_way = selectors.find_open(context.conversation_id)
    if under_way is None:
        return NO_RESEARCH
    services.cancel(under_way.pk, now=context.now)
    return ResearchCancelResult(run_id=str(under_way.pk))


TOOL = Tool(
    name="research_cancel",
    effect="write",
    description="End the research under way.",
    args=ResearchCancelArgs,
    result=ResearchCancelResult,
    run=run,
)
