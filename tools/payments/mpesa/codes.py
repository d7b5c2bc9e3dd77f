"""What M-Pesa's result codes mean; the table is codes.toml."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from tools.payments.contract import ProviderStatus

Class = Literal["paid", "pending", "failed"]
Reason = Literal[
    "", "cancelled", "insufficient_funds", "wrong_pin", "timeout", "unreachable", "duplicate", "expired", "limit",
    "declined",
]  # fmt: skip
# A query says so at first even while the request is still open on the phone.
TRANSIENT = "1037"
# As wide as its column.
MOST = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Code:
    """One result code: its class, why it failed, and a sentence for an operator."""

    kind: Class
    reason: Reason
    sentence: str


def _load() -> dict[str, Code]:
    table = tomllib.loads(Path(__file__).with_name("codes.toml").read_text())
    codes = {
        code: Code(kind=row["class"], reason=row.get("reason", ""), sentence=row["sentence"])
        for code, row in table.items()
    }
    for name, code in codes.items():
        if code.kind not in get_args(Class) or code.reason not in get_args(Reason):
            raise ValueError(f"codes.toml: {name} has an unknown class or reason")
    return codes


KNOWN = _load()


def name(code: Any) -> str:
    """A code as text, however it came; empty when it is none."""
    is_plain = isinstance(code, str | int) and not isinstance(code, bool)
    return str(code).strip()[:MOST] if is_plain else ""


def status(code: str, words: str) -> ProviderStatus:
    """What a result code says of a payment; one that nobody has told us of is a failure only after a while."""
    known = KNOWN.get(code)
    if known is None:
        return ProviderStatus(
            state="failed",
            code=code,
            reason="declined",
            sentence=f"M-Pesa ended it with {code}: {words}"[:300],
            is_sure=False,
        )
    is_sure = code != TRANSIENT
    return ProviderStatus(state=known.kind, code=code, reason=known.reason, sentence=known.sentence, is_sure=is_sure)
