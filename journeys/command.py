"""A command: one thing that a customer wants done, as a typed value; and its one written form.

A tap, a bare number, a yes, the local mind's reading and a model's answer all become commands. The written form is what
the id of a button or row says, and what a stored question keeps for each of its answers: `["open_item",{"item":"…"}]`.
"""

import json
from typing import Any, ClassVar, Self

from pydantic import BaseModel, ConfigDict

MAX_WRITTEN = 200
"""WhatsApp's limit for the id of a row."""


class Command(BaseModel):
    """The base of all commands. A journey declares its own; `registry` knows them all by name.

    `for_model` says whether a model may give it: what moves money or consent is read by code alone. `is_read` says that
    it changes nothing, so that a doubtful one does no harm. `stands_alone` says that a tap on an old message still
    means it; one that does not counts only under the question that stands. `is_consent` says that it changes what the
    customer has agreed to: only their own words may mean it, and no tenant teaches others to.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: ClassVar[str]
    for_model: ClassVar[bool] = True
    is_read: ClassVar[bool] = False
    stands_alone: ClassVar[bool] = True
    is_consent: ClassVar[bool] = False

    def written(self) -> str:
        """The id of a button, and what a stored question keeps."""
        return written(self.name, **self.model_dump(mode="json", exclude_defaults=True))

    def having(self, **changes: Any) -> Self:
        return type(self).model_validate(dict(self) | changes)


class Option(BaseModel):
    """One option of an item, such as size 42."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    value: str


def written(name: str, /, **arguments: Any) -> str:
    """A command's written form by its name and arguments."""
    return json.dumps([name, arguments] if arguments else [name], separators=(",", ":"), ensure_ascii=False)


def parted(text: str) -> tuple[str, dict[str, Any]] | None:
    """Name and arguments of a written command; None for whatever is none."""
    if not text.startswith('["'):
        return None
    try:
        document = json.loads(text)
    except ValueError:
        return None
    match document:
        case [str(name)]:
            return name, {}
        case [str(name), dict(arguments)]:
            return name, arguments
    return None
