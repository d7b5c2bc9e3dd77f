"""What a provider says about a payment, whichever provider it is."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

State = Literal["paid", "pending", "failed", "reversed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """One answer to the question how a payment stands; `reason` and `sentence` say why it failed.

    A failure that is not `is_sure` counts only when a callback has told it too, or two minutes have passed.
    """

    state: State
    code: str = ""
    reason: str = ""
    sentence: str = ""
    receipt: str = ""
    amount: Decimal | None = None
    currency: str = ""
    reference: str = ""
    is_sure: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectionReport:
    """Whether an account's keys work, in a sentence for the person who typed them."""

    is_ok: bool
    sentence: str
