"""What a model, or code alone, makes of the passages."""

from typing import Literal

from pydantic import BaseModel, ConfigDict


class Draft(BaseModel):
    """An answer with the numbers of the passages it rests on; or a question; or the word that they do not answer."""

    model_config = ConfigDict(extra="forbid")

    status: Literal["answered", "ambiguous", "insufficient"]
    answer: str
    sources: list[int]
    question: str
