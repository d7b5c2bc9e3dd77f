"""What could not be told, and the topic that the customer then picks."""

from typing import ClassVar, Literal

from journeys.command import Command


class Unclear(Command):
    """It could not be told what is wanted: `asks` when two readings fit, otherwise not understood at all."""

    name: ClassVar[str] = "unclear"
    for_model: ClassVar[bool] = False
    is_read: ClassVar[bool] = True

    why: Literal["asks", "not_understood", "not_on_the_list"] = "not_understood"


class PickTopic(Command):
    """The topic that an unclear message belongs to."""

    name: ClassVar[str] = "pick_topic"
    for_model: ClassVar[bool] = False

    topic: str


COMMANDS = (Unclear, PickTopic)
