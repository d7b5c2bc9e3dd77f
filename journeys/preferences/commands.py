"""What a customer may want remembered of themselves: language, messages they agree to, and their data."""

from typing import ClassVar

from pydantic import Field

from journeys.command import Command
from journeys.language.registry import Code


class SetPreferences(Command):
    """A change of language or of what may be sent; what is None stays. Repeated back in words."""

    name: ClassVar[str] = "set_preferences"
    is_consent: ClassVar[bool] = True

    language: Code | None = None
    marketing: bool | None = None
    order_updates: bool | None = None
    payment_updates: bool | None = None
    messages: bool | None = None
    """All messages but answers."""
    called: str | None = Field(None, min_length=1, max_length=60)
    phone: str | None = Field(None, pattern=r"^\+[1-9]\d{6,14}$")


class KeepMessages(Command):
    """The no to "what shall stop?"."""

    name: ClassVar[str] = "keep_messages"
    stands_alone: ClassVar[bool] = False
    for_model: ClassVar[bool] = False


class OwnData(Command):
    """What is known of them."""

    name: ClassVar[str] = "own_data"
    is_read: ClassVar[bool] = True


class EraseData(Command):
    """That it be deleted: asked about first, since it cannot be undone."""

    name: ClassVar[str] = "erase_data"
    is_read: ClassVar[bool] = True


class ConfirmErasure(Command):
    """The yes to "shall it be deleted?", or later the wish to keep it after all."""

    name: ClassVar[str] = "confirm_erasure"
    is_consent: ClassVar[bool] = True
    stands_alone: ClassVar[bool] = False
    for_model: ClassVar[bool] = False

    erase: bool = True


class OthersData(Command):
    """Something of another person: their number, address, orders or calls. Never told, whoever asks."""

    name: ClassVar[str] = "others_data"
    is_read: ClassVar[bool] = True


COMMANDS = (SetPreferences, KeepMessages, OwnData, EraseData, ConfirmErasure, OthersData)
