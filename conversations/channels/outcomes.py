"""What a provider says of a message that it was given, at once and later; what can fail stands in `tools.providers`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal
from uuid import UUID

Class = Literal["retry", "give_up", "opted_out", "blocked", "configuration"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted:
    """A message that the provider took, and the status it gave it."""

    provider_id: str
    status: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusReport:
    """What the provider says of an outbound message, in a callback or a list; `status` is in its own words."""

    own_id: UUID | None
    provider_id: str
    status: str
    error_code: str = ""
    error_message: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveryProblem:
    """An error code with its class and a sentence for an operator."""

    code: str
    kind: Class
    sentence: str
