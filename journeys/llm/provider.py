"""Who answers an LLM node's question: the node itself (local), or an OpenAI-compatible endpoint."""

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Literal, Protocol

OPENAI_BASE_URL = "https://api.openai.com/v1"
NO_KEY = "unused"
# Prices are a million tokens'.
MILLION = Decimal(1_000_000)


@dataclass(frozen=True, slots=True, kw_only=True)
class Provider:
    """Where a model is reached, how long it may take, and what it costs in USD for a million tokens.

    `patience` is how many times as long as usual a turn may wait for all its answers.
    """

    kind: Literal["local", "openai"] = "local"
    model: str = "local"
    base_url: str = OPENAI_BASE_URL
    api_key: str = field(default=NO_KEY, repr=False)
    timeout_seconds: float = 8.0
    patience: float = 1.0
    price_in: Decimal = Decimal(0)
    price_out: Decimal = Decimal(0)

    def cost(self, tokens_in: int, tokens_out: int) -> Decimal:
        """What this many tokens cost, in USD."""
        return (tokens_in * self.price_in + tokens_out * self.price_out) / MILLION


LOCAL = Provider()


class ModelSettings(Protocol):
    """What the environment says about the model provider."""

    @property
    def has_model(self) -> bool: ...
    @property
    def openai_base_url(self) -> Any: ...
    @property
    def openai_api_key(self) -> str | None: ...
    @property
    def model_timeout_seconds(self) -> float: ...
    @property
    def patience(self) -> float: ...
    @property
    def model_price_in(self) -> Decimal: ...
    @property
    def model_price_out(self) -> Decimal: ...


def provider_from(settings: ModelSettings, model: str) -> Provider:
    """The provider of a tenant that wants this model; local when the installation has no endpoint."""
    if not settings.has_model:
        return LOCAL
    return Provider(
        kind="openai",
        model=model,
        base_url=str(settings.openai_base_url or OPENAI_BASE_URL).rstrip("/"),
        api_key=settings.openai_api_key or NO_KEY,
        timeout_seconds=settings.model_timeout_seconds,
        patience=settings.patience,
        price_in=settings.model_price_in,
        price_out=settings.model_price_out,
    )
