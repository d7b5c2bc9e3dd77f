"""Replies are typed: text, list, buttons, media or template. The mail room compiles them into what WhatsApp takes."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

# WhatsApp's, by way of Twilio: a longer text is refused (21617), as is a longer body above buttons or a list; and more
# than three buttons are shown only of approved templates.
MAX_TEXT = 1600
# WhatsApp's.
MAX_LIST_BODY = 1024
# WhatsApp's.
MAX_ROWS = 10
# WhatsApp's.
MAX_BUTTONS = 3


class _Frozen(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


Purpose = Literal["answer", "service", "marketing", "order_updates", "payment_updates"]


class _Sent(_Frozen):
    is_notice: bool = Field(False, description="Tells of something that happened, such as a payment: true at any time.")
    purpose: Purpose = Field("answer", description="What it is sent for: consent decides whether it goes out.")


class ReplyOption(_Frozen):
    """One thing to tap: its id comes back when it is chosen."""

    id: str = Field(min_length=1, max_length=200)
    title: str = Field(min_length=1)
    description: str = ""


class Text(_Sent):
    """Plain words; longer than WhatsApp allows is split at paragraphs, never cut."""

    kind: Literal["text"] = "text"
    text: str = Field(min_length=1)


class ListReply(_Sent):
    """A numbered choice of up to ten rows; `text` already names every row, so that it stands alone."""

    kind: Literal["list"] = "list"
    text: str = Field(min_length=1)
    button: str = Field(min_length=1)
    options: tuple[ReplyOption, ...] = Field(min_length=1, max_length=MAX_ROWS)


class Buttons(_Sent):
    """Up to three answers to tap under a text."""

    kind: Literal["buttons"] = "buttons"
    text: str = Field(min_length=1)
    options: tuple[ReplyOption, ...] = Field(min_length=1, max_length=MAX_BUTTONS)


class Media(_Sent):
    """A picture or a document with a caption."""

    kind: Literal["media"] = "media"
    text: str = ""
    url: str


class Template(_Sent):
    """A message approved by WhatsApp beforehand; nothing else reaches a customer who has been silent for a day."""

    kind: Literal["template"] = "template"
    purpose: Purpose = "service"
    text: str = Field(min_length=1, description="What it says once it is filled in.")
    name: str = Field(min_length=1)
    content_sid: str = Field(pattern=r"^HX[0-9a-fA-F]{32}$")
    variables: dict[str, str] = Field(default_factory=dict)


Reply = Annotated[Text | ListReply | Buttons | Media | Template, Field(discriminator="kind")]
