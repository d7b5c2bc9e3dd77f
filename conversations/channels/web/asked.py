"""What may be asked of the chat, checked before anything is done; what is wrong is told field by field."""

from typing import Annotated, Any
from uuid import UUID

from pydantic import AfterValidator, AliasChoices, BaseModel, ConfigDict, Field, ValidationError

# As long as WhatsApp's longest message.
LONGEST = 4096


def _storable(text: str) -> str:
    """Without what PostgreSQL cannot hold; raises ValueError when nothing is left."""
    text = text.replace("\x00", "").encode("utf-8", "replace").decode()
    if not text.strip():
        raise ValueError("Write something.")
    return text


Words = Annotated[str, Field(min_length=1, max_length=LONGEST), AfterValidator(_storable)]


class _Asked(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class VisitorMessage(_Asked):
    """A message of the visitor's; `message_id` makes a repeated request the same message."""

    message: Words
    thread_id: UUID | None = Field(None, validation_alias=AliasChoices("thread_id", "session_id"))
    message_id: UUID | None = None
    tapped: str = Field("", max_length=200, description="The id of the button or row that was tapped.")


class ReadMark(_Asked):
    """What has been said in a thread, from the message after this one on."""

    thread_id: UUID
    after: UUID | None = None


def problems(error: ValidationError) -> list[dict[str, Any]]:
    """Where and what; never the value, which is the visitor's."""
    return [{"field": ".".join(map(str, one["loc"])) or "body", "problem": one["msg"]} for one in error.errors()]
