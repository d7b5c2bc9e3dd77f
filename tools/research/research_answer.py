"""Gives the customer's answer to what a research has asked back; refuses with no_research when nothing is asked."""

from pydantic import Field

from tools.contract import PLAIN_TEXT, Args, Refusal, Result, Tool, ToolContext
from tools.research import selectors, services

NO_RESEARCH = Refusal(code="no_research", reason="No research of this conversation is at that point.")


class ResearchAnswerArgs(Args):
    """What they say."""

    text: str = Field(max_length=1000, pattern=PLAIN_TEXT, description="The answer in their words.")
    is_over: bool = Field(False, description="They want no more questions.")


class ResearchAnswerResult(Result):
    """The run goes on."""

    run_id: str


def run(args: ResearchAnswerArgs, context: ToolContext) -> ResearchAnswerResult | Refusal:
    under_way = selectors.find_open(context.conversation_id)
    if under_way is None:
        return NO_RESEARCH
    try:
        services.answer(under_way.pk, args.text, is_over=args.is_over, now=context.now)
    except services.NoResearch:
        return NO_RESEARCH
    return ResearchAnswerResult(run_id=str(under_way.pk))


TOOL = Tool(
    name="research_answer",
    effect="write",
    description="Answer the questions of the research that is under way.",
    args=ResearchAnswerArgs,
    result=ResearchAnswerResult,
    run=run,
)
