"""A question we asked, as it is stored: what each answer to it commands, so that a tap, a number and a name agree."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field


class _Asked(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)

    journey: str


class Choice(BaseModel):
    """One answer that we offered: its words, and the command that it stands for, encoded."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    title: str
    command: str


class Pick(_Asked):
    """One of several: a tap, its number, or its name settles it. `of` says what, in its journey's own word."""

    kind: Literal["pick"] = "pick"
    of: str
    choices: tuple[Choice, ...] = ()
    option: str = ""
    """For an option: which one, such as "size"."""
    about: str = ""
    """For a topic: the message that was unclear."""


class YesNo(_Asked):
    """A yes or a no, each of which is a command."""

    kind: Literal["yes_no"] = "yes_no"
    choices: tuple[Choice, ...] = Field(min_length=2)


class Confirm(_Asked):
    """The yes that money waits for: it counts for this quote, this method, this number and nothing else."""

    kind: Literal["confirm"] = "confirm"
    method: str
    quote: str
    way: str = ""
    """The method, and the number that is asked to pay."""
    choices: tuple[Choice, ...] = ()


class Tell(_Asked):
    """Words that only the journey can read: a phone number, details of a trouble, where to deliver."""

    kind: Literal["tell"] = "tell"
    what: str
    about: str = ""

    @property
    def choices(self) -> tuple[Choice, ...]:
        return ()


Question = Annotated[Pick | YesNo | Confirm | Tell, Field(discriminator="kind")]
