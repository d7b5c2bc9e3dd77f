"""What a person may want with research: begin it, answer it, change its plan, ask how it stands, end it."""

from typing import ClassVar

from pydantic import Field

from journeys.command import Command


class StartResearch(Command):
    """A question that no single passage answers, to be worked on over several messages."""

    name: ClassVar[str] = "start_research"

    question: str = Field("", max_length=1000)


class AnswerClarification(Command):
    """Their answer to what research has asked back; `is_over`: no more questions, begin."""

    name: ClassVar[str] = "answer_clarification"

    text: str = Field("", max_length=1000)
    is_over: bool = False


class EditPlan(Command):
    """Tasks of the plan by their numbers: to leave out, to add in words, to do first; and a yes to the plan."""

    name: ClassVar[str] = "edit_plan"

    strike: tuple[int, ...] = Field((), max_length=15)
    add: tuple[str, ...] = Field((), max_length=15)
    first: tuple[int, ...] = Field((), max_length=15)
    approve: bool = False


class ResearchStatus(Command):
    """How the research stands."""

    name: ClassVar[str] = "research_status"
    is_read: ClassVar[bool] = True


class AskFindings(Command):
    """A question that goes on with what research has found."""

    name: ClassVar[str] = "ask_findings"
    is_read: ClassVar[bool] = True

    question: str = Field("", max_length=1000)


class CancelResearch(Command):
    """They want no research any more."""

    name: ClassVar[str] = "cancel_research"


COMMANDS = (StartResearch, AnswerClarification, EditPlan, ResearchStatus, AskFindings, CancelResearch)
