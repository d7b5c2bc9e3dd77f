"""What a model said, or why it did not; known without loading any provider's client."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion:
    """What the model wrote, and the tokens it read and wrote."""

    content: str
    is_refusal: bool = False
    tokens_in: int = 0
    tokens_out: int = 0


class NoAnswer(Exception):
    """The model gave no answer that may be used."""

    def __init__(self, reason: str, *, told: str = "", pause: float | None = 0.0) -> None:
        super().__init__(reason)
        self.reason = reason
        self.told = told
        self.pause = pause
