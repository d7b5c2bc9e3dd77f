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


COMMANDS = (AskLibrary, Tried)
