"""What a customer may want to know of the business."""

from typing import ClassVar

from pydantic import Field

from journeys.command import Command


class AskLibrary(Command):
    """A question that the business's own documents may answer. `goes_on` says that it continues the one before."""

    name: ClassVar[str] = "ask_library"
    is_read: ClassVar[bool] = True

    question: str = Field("", max_length=1600)
    goes_on: bool | None = None
    """None: the words themselves tell."""


COMMANDS = (AskLibrary,)
