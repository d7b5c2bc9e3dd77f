"""What becomes of a message that was given to a provider: taken, refused, perhaps taken; and what is told later."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal
from uuid import UUID

Class = Literal["retry", "give_up", "opted_out", "blocked", "configuration"]


class NotTaken(Exception):
    """The provider certainly did not take the request: it may be sent again later."""


class PerhapsTaken(Exception):
    """No answer came back: the request may have been carried out, and must not be repeated blindly."""


class Refused(Exception):
    """The provider refused the request for good."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(f"{code}: {reason}")
        self.code, self.reason = code, reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted:
    """A message that the provider took, and the status it gave it."""

    provider_id: str
    status: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What the provider says of an outbound message, in a callback or a list; `status` is in its own words."""

    own_id: UUID | None
    provider_id: str
    status: str
    error_code: str = ""
    error_message: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """An error code with its class and a sentence for an operator."""

    code: str
    kind: Class
    sentence: str
