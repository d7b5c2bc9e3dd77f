"""Starts research of a question in the tenant's documents; its steps are taken beside the conversation.

Refuses with under_way (there is one in this conversation), too_many_today and budget_spent.
"""

from pydantic import Field

from tools.contract import PLAIN_TEXT, Args, Refusal, Result, Tool, ToolContext
from tools.research import services


class ResearchStartArgs(Args):
    """What is to be found out."""

    question: str = Field(
        min_length=3, max_length=1000, pattern=PLAIN_TEXT, description="The whole question, as the customer asked it."
    )
    audience: str = Field("", max_length=40, description="Only documents for these; as the tenant has set it.")


class ResearchStartResult(Result):
    """The run that began."""

    run_id: str


def run(args: ResearchStartArgs, context: ToolContext) -> ResearchStartResult | Refusal:
    try:
        started = services.start(
            args.question, now=context.now, customer_id=context.customer_id, audience=args.audience,
            conversation_id=context.conversation_id,
        )  # fmt: skip
    except services.ResearchUnderWay:
        return Refusal(code="under_way", reason="There is a research in this conversation already.")
    except services.ResearchRefused as refused:
        return Refusal(code=refused.code, reason="The business's limit for research is reached.")
    return ResearchStartResult(run_id=str(started.pk))


TOOL = Tool(
    name="research_start",
    effect="write",
    description="Begin research of a question that no single passage answers.",
    args=ResearchStartArgs,
    result=ResearchStartResult,
    run=run,
)
