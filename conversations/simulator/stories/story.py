"""What a story file may say: who writes what to which business, and what must hold after each message.

A file holds one story, or many under `[[story]]`; what stands above them is said of each. A wish is a `met` with a
`wish`: it counts as met when everything beside it holds after the very message that asks for it.
"""

import tomllib
from collections.abc import Iterator, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
Language = Literal["en", "sw", "sheng"]
Kind = Literal[
    "find", "narrow", "compare", "ask_item", "buy", "cart", "coupon", "delivery", "payment", "order_status", "cancel",
    "offers", "support", "trouble", "booking", "preferences", "person", "complaint", "small_talk", "spam", "off_topic",
    "restricted", "attack", "several",
]  # fmt: skip


class BadStory(ValueError):
    """A story file cannot be told; the text names the file, the story and the place in it."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


def _listed(value: object) -> object:
    return value if isinstance(value, list) else [value]


class AnyOf(_Strict):
    """One of several ways of saying it is enough."""

    any_of: tuple[str, ...] = Field(min_length=1)


Fact = str | AnyOf
Facts = Annotated[tuple[Fact, ...], BeforeValidator(_listed)]
Words = Annotated[tuple[str, ...], BeforeValidator(_listed)]


class Line(_Strict):
    """A line of the cart; options that are not named may be anything."""

    title: str
    options: dict[str, str] = {}
    quantity: int = Field(1, ge=1)


class OrderIs(_Strict):
    """The customer's newest order; a status of "none" means that there is no open one."""

    status: Words = ()
    total: Decimal | None = None
    discount: Decimal | None = None
    paid: Decimal | None = None


class TicketIs(_Strict):
    """The conversation's open ticket."""

    reason: Words = ()
    has: Facts = Field((), description="Words in its summary.")


class PaymentIs(_Strict):
    """The customer's newest payment."""

    status: Words = ()
    method: str = ""
    phone: str = ""
    amount: Decimal | None = None


class CustomerIs(_Strict):
    """What the customer has agreed to and wants."""

    marketing: bool | None = None
    language: str = ""
    notifications: dict[str, bool] = {}


class Met(_Strict):
    """What must hold after a message. Text is compared without regard to case, markup and thousands separators.

    A fact is a whole word or several; a star at an end lets the word go on: "refund*".
    """

    wish: str = ""
    reply_has: Facts = ()
    reply_lacks: Facts = ()
    language: Language | None = None
    items_shown: Facts = ()
    shelf: Words = Field((), description="At least half of the items shown, and one, are from these categories.")
    price_max: Decimal | None = Field(None, description="No item is shown whose lowest price is above this.")
    price_min: Decimal | None = Field(None, description="No item is shown whose highest price is below this.")
    asked: Words = Field((), description="The reply asks, about one of these.")
    cart: tuple[Line, ...] | None = None
    order: OrderIs | None = None
    ticket: TicketIs | bool | None = None
    payment: PaymentIs | bool | None = None
    customer: CustomerIs | None = None
    state: dict[str, Any] = {}
    silent: bool | None = None

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if self.model_fields_set <= {"wish"}:
            raise ValueError("nothing must hold here")
        return self


class PaidBy(_Strict):
    """Money that the customer sends without a prompt: to the paybill or till, or on the card page."""

    way: Literal["till", "card"]
    amount: int | None = Field(None, ge=1, description="What is due, unless it says otherwise.")
    account: str = Field("", description="The order's number, unless it says otherwise.")


class Step(_Strict):
    """One thing that happens, and what must hold then."""

    text: str | None = None
    burst: tuple[str, ...] = ()
    tap: str | int | None = Field(None, description="A row or button of the last message, by title or place.")
    pin: Literal["pay", "wrong_pin", "cancel", "insufficient_funds"] | None = None
    pay: PaidBy | None = None
    wait: float | None = Field(None, gt=0, le=60)
    event: Literal["preparing", "shipped", "delivered", "ticket_closed"] | None = None
    met: tuple[Met, ...] = ()

    @model_validator(mode="after")
    def _is_one_thing(self) -> Self:
        happens = self.model_fields_set - {"met"}
        if len(happens) != 1:
            raise ValueError(f"a step is one of text, burst, tap, pin, pay, wait, event; this one has {len(happens)}")
        return self

    @property
    def words(self) -> str:
        """What happens, in a few words."""
        said = " / ".join(self.burst) or self.text
        (name,) = self.model_fields_set - {"met"}
        return said if said is not None else f"[{name} {getattr(self, name)}]"


class RecordedAnswer(_Strict):
    """What a model answered in a message's turn, to the schema of this name; recorded, not written by hand."""

    step: int = Field(ge=1)
    asked: str
    json_: str = Field(alias="json")


class Story(_Strict):
    """A customer's dialogue with a business."""

    name: str = Field(pattern=r"^[a-z0-9-]+$")
    business: Literal["duka", "mtandao", "oasis"]
    language: Language
    kind: Kind
    customer: str | None = Field(None, pattern=r"^\+[0-9]{8,15}$")
    at: str = Field("", pattern=r"^((mon|tue|wed|thu|fri|sat|sun) [0-2][0-9]:[0-5][0-9])?$")
    held_out: bool = False
    about: str = ""
    say: tuple[Step, ...] = Field(min_length=1)
    answer: tuple[RecordedAnswer, ...] = ()

    @property
    def wishes(self) -> int:
        return sum(bool(met.wish) for step in self.say for met in step.met)


def load(path: Path) -> list[Story]:
    """The stories of a file, or of every file below a folder, in order; raises BadStory."""
    files = sorted(path.rglob("*.toml")) if path.is_dir() else [path]
    stories = [story for file in files for story in _stories(file)]
    names = [story.name for story in stories]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise BadStory(f"{path}: two stories are called {twice[0]}")
    return stories


def _stories(file: Path) -> Iterator[Story]:
    try:
        document = tomllib.loads(file.read_text())
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadStory(f"{file}: {error}") from error
    shared = {name: value for name, value in document.items() if name != "story"}
    several = document.get("story")
    if several is None:
        several, shared = [{"name": file.stem.replace("_", "-"), **document}], {}
    for place, said in enumerate(several, start=1):
        try:
            yield Story.model_validate(shared | said)
        except ValidationError as error:
            name = said.get("name", "without a name") if isinstance(said, dict) else said
            problem = error.errors(include_url=False, include_input=False)[0]
            raise BadStory(f"{file}: story {place} ({name}): {_place(problem['loc'])}: {problem['msg']}") from error


def _place(parts: Sequence[int | str]) -> str:
    """("say", 2, "met", 0, "reply_hass") as "step 3, condition 1, reply_hass"."""
    names = {"say": "step", "met": "condition", "answer": "answer"}
    said: list[str] = []
    for part in parts:
        if isinstance(part, int) and said and said[-1] in names.values():
            said[-1] += f" {part + 1}"
        else:
            said.append(names.get(str(part), str(part)))
    return ", ".join(said) or "the whole"
