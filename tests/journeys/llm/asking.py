"""What the tests of the model plumbing ask: a question, and a mind at the loopback server."""

from decimal import Decimal
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from journeys.llm import Facts, Mind, Provider, Question
from journeys.llm.breaker import Breaker
from journeys.trace import Trace
from tests.loopback.openai_server import OpenAIServer

FACTS = {"text": "Nataka viatu 😀 vya kukimbia", "languages": ["en", "sw"]}


class Intent(BaseModel):
    model_config = ConfigDict(extra="forbid")

    intent: str = Field("unknown", min_length=1)
    confidence: float = Field(ge=0, le=1)


def local_intent(facts: Facts) -> Intent:
    return Intent(intent="local", confidence=0.5)


INTENT = Question(name="intent_classify", prompt="Say what she wants.", schema=Intent, local=local_intent)
GOOD = {"intent": "sales", "confidence": 0.9}


def mind(server: OpenAIServer, *, breaker: Breaker | None = None, seconds: float = 17, **changes: Any) -> Mind:
    """A mind that asks the server; its breaker is its own unless one is given."""
    settings: dict[str, Any] = {
        "kind": "openai", "model": "test-model", "base_url": server.base_url, "timeout_seconds": 2.0,
        "price_in": Decimal("0.15"), "price_out": Decimal("0.60"),
    }  # fmt: skip
    provider = Provider(**(settings | changes))
    return Mind(provider=provider, trace=Trace(), breaker=breaker or Breaker("test"), seconds=seconds)


def outcomes(asker: Mind) -> list[tuple[str, str]]:
    return [(call.provider, call.outcome) for call in asker.trace.model_calls]
