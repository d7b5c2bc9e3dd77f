"""What a customer may want to know of the business."""

from typing import ClassVar

from pydantic import Field

from journeys.command import Command

# The question in three wordings; a fourth finds nothing new.
MOST_QUERIES = 3


class AskLibrary(Command):
    """A question that the business's own documents may answer. `queries` are what a document that answers it would
    say, in other words or another language; `goes_on` says that it continues the question before."""

    name: ClassVar[str] = "ask_library"
    is_read: ClassVar[bool] = True

    question: str = Field("", max_length=1600)
    queries: tuple[str, ...] = Field((), max_length=MOST_QUERIES)
    goes_on: bool | None = None
    """None: the words themselves tell."""


class Tried(Command):
    """They tried what they were told for a trouble: whether it `helped`, and what they see now if they say it."""

    name: ClassVar[str] = "tried"
    is_read: ClassVar[bool] = True

    helped: bool = False
    sees: str = Field("", max_length=300)


class TellSection(Command):
    """Quote a section of a document that a message is likely about, where its words have found nothing, or something
    else. `likely`, 0 to 1, says how likely that is."""

    name: ClassVar[str] = "tell_section"
    for_model: ClassVar[bool] = False
    is_read: ClassVar[bool] = True

    document: str = Field(max_length=200)
    section: str = Field(max_length=400)
    question: str = Field(max_length=1000)
    likely: float = Field(1.0, ge=0, le=1)


COMMANDS = (AskLibrary, Tried, TellSection)
