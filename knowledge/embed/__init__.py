"""Turns texts into vectors: by the built-in model, by E5 in this process, or by an OpenAI-compatible endpoint."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha1
from typing import Literal

import numpy as np
from django.conf import settings
from numpy.typing import NDArray

from knowledge.embed import e5
from knowledge.embed.local import DIMENSIONS, embed_local

# A question's vector is waited for inside a turn of 20 s; without it words alone are searched.
TIMEOUT_SECONDS = 8.0
# Nobody answers for an embedding model: more time than this is meant for a chat model's answers.
LONGEST_SECONDS = 20.0
__all__ = [
    "DIMENSIONS", "E5", "LOCAL", "Embedder", "EmbeddingModel", "EmbeddingUnavailable", "embed_local", "from_settings",
]  # fmt: skip


class EmbeddingUnavailable(Exception):
    """The embedding endpoint failed, was too slow or answered nonsense."""


@dataclass(frozen=True)
class EmbeddingModel:
    """Which model made a vector, and what it wants to stand before a question and before a passage.

    Vectors of different models are never compared, nor are those made with different prefixes.
    """

    provider: Literal["local", "e5", "openai"]
    name: str
    query_prefix: str = ""
    passage_prefix: str = ""

    @property
    def key(self) -> str:
        """The name stored beside each vector."""
        if not (self.query_prefix or self.passage_prefix):
            return f"{self.provider}/{self.name}"
        prefixes = f"{self.query_prefix}\n{self.passage_prefix}".encode()
        return f"{self.provider}/{self.name}+{sha1(prefixes, usedforsecurity=False).hexdigest()[:8]}"


LOCAL = EmbeddingModel("local", "tulia-7")
# Its engine puts its own prefixes before the texts.
E5 = EmbeddingModel("e5", e5.NAME)


@dataclass(frozen=True)
class Embedder:
    """Makes the vectors of one model; raises EmbeddingUnavailable and leaves falling back to its caller."""

    model: EmbeddingModel = LOCAL
    base_url: str | None = None
    api_key: str | None = field(default=None, repr=False)
    timeout_seconds: float = TIMEOUT_SECONDS

    def embed_documents(self, texts: Sequence[str]) -> list[list[float]]:
        """One vector a text, in order, of what is to be found."""
        return self._embed(texts, is_query=False)

    def embed_queries(self, texts: Sequence[str]) -> list[list[float]]:
        """One vector a text, in order, of what is asked for."""
        return self._embed(texts, is_query=True)

    def embed_query(self, text: str) -> list[float]:
        """The vector of one question."""
        return self.embed_queries([text])[0]

    def _embed(self, texts: Sequence[str], *, is_query: bool) -> list[list[float]]:
        if not texts:
            return []
        if self.model.provider == "local":
            vectors = embed_local(texts)
        elif self.model.provider == "e5":
            vectors = e5.embed_queries(texts) if is_query else e5.embed_passages(texts)
        else:
            prefix = self.model.query_prefix if is_query else self.model.passage_prefix
            vectors = self._embed_remotely([f"{prefix} {text}" for text in texts] if prefix else texts)
        rows: list[list[float]] = vectors.tolist()
        return rows

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
    """The embedder that the installation is configured for; with nothing said, E5 where it is installed."""
    tulia = settings.TULIA
    name = tulia.embedding_model or ("e5" if e5.is_usable() else "local")
    if name == "e5":
        return Embedder(E5)
    if name == "local" or not tulia.has_model:
        return Embedder()
    return Embedder(
        model=EmbeddingModel("openai", name, tulia.embedding_query_prefix or "", tulia.embedding_passage_prefix or ""),
        base_url=str(tulia.openai_base_url) if tulia.openai_base_url else None,
        api_key=tulia.openai_api_key,
        timeout_seconds=min(tulia.model_timeout_seconds, LONGEST_SECONDS),
    )
