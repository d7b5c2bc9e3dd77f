"""What Twilio's and WhatsApp's error codes mean for a message; the table is errors.toml, beside this file."""

import tomllib
from pathlib import Path
from typing import get_args

from conversations.channels.outcomes import Class, DeliveryProblem

OUTSIDE_WINDOW = "63016"
TOKEN_UNREADABLE = "token"  # noqa: S105  a code of our own, beside Twilio's
# The content resource is gone, or never was: it is made anew.
CONTENT_GONE = frozenset({"21655", "20404"})
# What a bare HTTP status stands for, when the answer has no code of Twilio's.
BY_STATUS = {"401": "20003", "403": "20003", "404": "20404", "429": "20429", "500": "20500", "503": "20503"}


def _read() -> dict[str, DeliveryProblem]:
    table = tomllib.loads(Path(__file__).with_name("errors.toml").read_text())
    rows = {
        code: DeliveryProblem(code=code, kind=row["class"], sentence=row["sentence"]) for code, row in table.items()
    }
    unknown = {problem.kind for problem in rows.values()} - set(get_args(Class))
    if unknown:
        raise ValueError(f"errors.toml has unknown classes: {sorted(unknown)}")
    return rows


KNOWN = _read()


def problem_of(code: str, words: str = "") -> DeliveryProblem:
    """What the code means; a code that nobody has told us of is given up with Twilio's own words."""
    known = KNOWN.get(BY_STATUS.get(code, code))
    if known is not None:
        return known
    sentence = words or (f"WhatsApp gave the error {code}." if code else "WhatsApp gave no reason.")
    return DeliveryProblem(code=code, kind="give_up", sentence=sentence)
