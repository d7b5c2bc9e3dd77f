"""What an admin is told who tried something out at a provider."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectionReport:
    """Whether it worked, in a sentence for the person who typed the keys."""

    is_ok: bool
    sentence: str
