"""Turns texts into vectors, by an OpenAI-compatible endpoint or by the built-in model without a download."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from django.conf import settings
from numpy.typing import NDArray

from knowledge.embed.local import DIMENSIONS, embed_local

TIMEOUT_SECONDS = 8.0
# Nobody answers for an embedding model: more time than this is meant for a chat model's answers.
LONGEST_SECONDS = 20.0
__all__ = ["DIMENSIONS", "LOCAL", "Embedder", "EmbeddingModel", "EmbeddingUnavailable", "embed_local", "from_settings"]


class EmbeddingUnavailable(Exception):
    """The embedding endpoint failed, was too slow or answered nonsense."""


@dataclass(frozen=True)
class EmbeddingModel:
    """Which model made a vector; vectors of different models are never compared."""

    provider: Literal["local", "openai"]
    name: str

    @property
    def key(self) -> str:
        """The name stored beside each vector."""
        return f"{self.provider}/{self.name}"


LOCAL = EmbeddingModel("local", "tulia-1")


@dataclass(frozen=True)
class Embedder:
    """Makes the vectors of one model; raises EmbeddingUnavailable and leaves falling back to its caller."""

    model: EmbeddingModel = LOCAL
    base_url: str | None = None
    api_key: str | None = field(default=None, repr=False)
    timeout_seconds: float = TIMEOUT_SECONDS

    def embed_documents(self, texts: Sequence[str]) -> list[list[float]]:
        """One vector a text, in order."""
        if not texts:
            return []
        vectors = embed_local(texts) if self.model.provider == "local" else self._embed_remotely(texts)
        rows: list[list[float]] = vectors.tolist()
        return rows

    def embed_query(self, text: str) -> list[float]:
        """The vector of one text."""
        return self.embed_documents([text])[0]

    def _embed_remotely(self, texts: Sequence[str]) -> NDArray[np.float32]:
        from knowledge.embed import remote  # noqa: PLC0415  a costly import that the local model does not need

        try:
            return remote.embed(
                texts,
                model=self.model.name,
                base_url=self.base_url,
                api_key=self.api_key,
                timeout_seconds=self.timeout_seconds,
            )
        except remote.Nonsense as error:
            raise EmbeddingUnavailable(f"{self.model.key}: {error}") from error


def from_settings() -> Embedder:
    """The embedder that the installation is configured for."""
    tulia = settings.TULIA
    if tulia.embedding_model == "local" or not (tulia.openai_api_key or tulia.openai_base_url):
        return Embedder()
    return Embedder(
        model=EmbeddingModel("openai", tulia.embedding_model),
        base_url=str(tulia.openai_base_url) if tulia.openai_base_url else None,
        api_key=tulia.openai_api_key,
        timeout_seconds=min(tulia.model_timeout_seconds, LONGEST_SECONDS),
    )
