"""What can follow from what a provider tells us."""

from typing import Literal

Effect = Literal[
    "noted", "credited", "held", "kept", "accepted", "rejected", "repeated", "malformed", "unknown_payment",
    "other_checkout", "other_amount", "other_phone", "other_number", "confirmed", "void", "undecided",
]  # fmt: skip
