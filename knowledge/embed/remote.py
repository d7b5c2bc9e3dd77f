"""Embeddings of an OpenAI-compatible endpoint, checked before they are believed.

Imported only when such an endpoint is configured: the client costs a second of every start and 60 MB.
"""

from collections.abc import Sequence
from functools import lru_cache

import httpx2
import numpy as np
from langchain_openai import OpenAIEmbeddings
from numpy.typing import NDArray
from openai import OpenAIError
from pydantic import SecretStr

from knowledge.embed.local import DIMENSIONS

# Texts a request: within every provider's limit, and few enough round trips.
_CHUNK = 256


class Nonsense(Exception):
    """The endpoint failed, was too slow, or answered what cannot be vectors."""


def embed(
    texts: Sequence[str], *, model: str, base_url: str | None, api_key: str | None, timeout_seconds: float
) -> NDArray[np.float32]:
    """One vector a text, in order; raises Nonsense."""
    try:
        # An endpoint refuses an empty input, and refuses the whole batch with it.
        client = _client(model, base_url, api_key, timeout_seconds)
        return _checked(client.embed_documents([text.strip() or "-" for text in texts]), len(texts))
    # The client takes an answer's form for granted: whatever breaks in there is the endpoint's nonsense.
    except (OpenAIError, ValueError, TypeError, KeyError, AttributeError, IndexError) as error:
        raise Nonsense(type(error).__name__) from error


@lru_cache(maxsize=1)
def _http() -> tuple[httpx2.Client, httpx2.AsyncClient]:
    """OpenAIEmbeddings would make two for each address and key, and read all certificates for each."""
    return httpx2.Client(follow_redirects=True), httpx2.AsyncClient()


@lru_cache(maxsize=32)
def _client(name: str, base_url: str | None, api_key: str | None, timeout_seconds: float) -> OpenAIEmbeddings:
    http, never_awaited = _http()
    return OpenAIEmbeddings(
        model=name,
        http_client=http,
        http_async_client=never_awaited,
        openai_api_base=base_url,
        # Self-hosted endpoints often want no key, the client always does.
        openai_api_key=SecretStr(api_key or "none"),
        dimensions=DIMENSIONS if name.startswith("text-embedding-3") else None,
        request_timeout=timeout_seconds,
        max_retries=1,
        chunk_size=_CHUNK,
        # Counting tokens would download a tokenizer.
        check_embedding_ctx_length=False,
    )


def _checked(answer: Sequence[Sequence[float]], expected: int) -> NDArray[np.float32]:
    with np.errstate(over="ignore"):
        vectors = np.asarray(answer, dtype=np.float32)
    if vectors.ndim != 2 or len(vectors) != expected or not 0 < vectors.shape[1] <= DIMENSIONS:
        raise Nonsense(f"shape {vectors.shape} instead of {(expected, DIMENSIONS)}")
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    if not np.isfinite(lengths).all() or not lengths.all():
        raise Nonsense("a vector without a direction")
    # Shorter vectors are as good: zeros behind them change no product of two.
    unit: NDArray[np.float32] = np.pad(vectors / lengths, ((0, 0), (0, DIMENSIONS - vectors.shape[1])))
    return unit
