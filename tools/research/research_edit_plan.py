"""Changes the to-do list of the research under way, and approves it; refuses with no_research and too_many_tasks."""

from pydantic import Field

from tools.contract import Args, Refusal, Result, Tool, ToolContext
from tools.research import selectors, services
from tools.research.models import MOST_TASKS
from tools.research.research_answer import NO_RESEARCH


class ResearchEditPlanArgs(Args):
    """Tasks by their numbers as they were shown."""

    strike: list[int] = Field(default_factory=list, max_length=MOST_TASKS, description="Tasks to leave out.")
    add: list[str] = Field(default_factory=list, max_length=MOST_TASKS, description="Tasks to add, in words.")
    order: list[int] = Field(default_factory=list, max_length=MOST_TASKS, description="Tasks that come first.")
    is_approved: bool = Field(False, description="They agree: the work may begin.")


class ResearchEditPlanResult(Result):
    """The list as it stands now."""

    titles: list[str]
    phase: str
    language: str


def run(args: ResearchEditPlanArgs, context: ToolContext) -> ResearchEditPlanResult | Refusal:
    under_way = selectors.find_open(context.conversation_id)
    if under_way is None:
        return NO_RESEARCH
    try:
        edited = services.edit_plan(
            under_way.pk, strike=args.strike, add=args.add, order=args.order, is_approved=args.is_approved,
            now=context.now,
        )  # fmt: skip
    except services.NoResearch:
        return NO_RESEARCH
    except services.TooManyTasks:
        return Refusal(code="too_many_tasks", reason="A list holds fifteen tasks.", facts={"most": MOST_TASKS})
    except services.EmptyPlan:
        return Refusal(code="empty_plan", reason="No task would be left.")
    titles = list(edited.tasks.exclude(state="struck").values_list("title", flat=True))
    return ResearchEditPlanResult(titles=titles, phase=edited.phase, language=edited.language)


TOOL = Tool(
    name="research_edit_plan",
    effect="write",
    description="Strike, add, reorder or approve the tasks of the research under way.",
    args=ResearchEditPlanArgs,
    result=ResearchEditPlanResult,
    run=run,
)
