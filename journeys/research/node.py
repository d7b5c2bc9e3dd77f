"""How a node asks a model: with the house's deadline, breaker, budget and record; None leaves it to the node itself."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from pydantic import BaseModel

from journeys.llm import Facts, Mind, form
from journeys.llm.question import Form
from tools.research.facts import ReadPassage

# 600 tokens have hardly more letters.
LONGEST_PASSAGE: Final = 3_000
NAMES: Final = {"en": "English", "de": "German", "sw": "Swahili", "sheng": "Sheng"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ResearchNode:
    """A question to a model: its prompt and the schema of the answer."""

    name: str
    prompt: str
    schema: type[BaseModel]

    def asked(self, mind: Mind, facts: Facts, check: Callable[[Any], str | None] | None = None) -> Any:
        """The model's answer in this schema; None when there is no model, or none of its answers may be used."""
        return mind.asked(_form(self), facts, check) if mind.is_model else None


@lru_cache(maxsize=64)
def _form(node: ResearchNode) -> Form:
    return form((node.name,), node.prompt, node.schema)


def for_the_model(passages: Sequence[ReadPassage]) -> list[dict[str, Any]]:
    """Passages by their numbers, from 1."""
    return [
        {"number": number, "source": passage.citation, "text": passage.text[:LONGEST_PASSAGE]}
        for number, passage in enumerate(passages, 1)
    ]
