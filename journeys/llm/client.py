"""One call of an OpenAI-compatible endpoint: what it said and used, or one word for why it did not answer."""

import threading
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import httpx2
import openai
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage
from langchain_openai import ChatOpenAI
from langsmith.run_helpers import tracing_context
from pydantic import SecretStr

from journeys.llm import deadline
from journeys.llm.answer import Completion, NoAnswer
from journeys.llm.provider import Provider

_lock = threading.Lock()


@lru_cache(maxsize=1)
def _http() -> httpx2.Client:
    return deadline.client()


@lru_cache(maxsize=1)
def _never_awaited() -> httpx2.AsyncClient:
    """ChatOpenAI would make one for each address, and read all certificates for it."""
    return httpx2.AsyncClient()


@lru_cache(maxsize=64)
def _chat(provider: Provider) -> ChatOpenAI:
    # Address and key are always given: LANGSMITH_GATEWAY or OPENAI_API_BASE must not send the text elsewhere.
    return ChatOpenAI(
        model=provider.model,
        base_url=provider.base_url,
        api_key=SecretStr(provider.api_key),
        timeout=provider.timeout_seconds,
        max_retries=0,
        temperature=0,
        use_responses_api=False,
        http_client=_http(),
        http_async_client=_never_awaited(),
    )


def complete(
    provider: Provider, system: str, data: Sequence[str], response_format: dict[str, Any], seconds: float
) -> Completion:
    """Ask once, within so many seconds; `data` are the user's messages. Raises NoAnswer."""
    messages = [SystemMessage(system), *map(HumanMessage, data)]
    with _lock:
        chat = _chat(provider)
    try:
        with deadline.within(seconds), tracing_context(enabled=False):
            # As a part of the body it is sent as it is; as an argument it is walked through key by key each time.
            message = chat.invoke(messages, extra_body={"response_format": response_format})
    except Exception as error:
        # What a broken endpoint provokes in the libraries has no common base, and must not break the turn.
        raise _no_answer(error) from error
    return _said(message)


def _said(message: AIMessage) -> Completion:
    if message.response_metadata.get("finish_reason") == "content_filter":
        raise NoAnswer("refused")
    used = message.usage_metadata
    return Completion(
        content=message.content if isinstance(message.content, str) else "",
        is_refusal=bool(message.additional_kwargs.get("refusal")),
        tokens_in=used["input_tokens"] if used else 0,
        tokens_out=used["output_tokens"] if used else 0,
    )


def _no_answer(error: Exception) -> NoAnswer:
    match error:
        case openai.APITimeoutError():
            return NoAnswer("timeout")
        case openai.APIConnectionError():
            return NoAnswer("connection", pause=0.2)
        case openai.AuthenticationError() | openai.PermissionDeniedError():
            return NoAnswer("unauthorised", pause=None)
        case openai.RateLimitError():
            return NoAnswer("rate_limited", pause=_seconds(error.response.headers.get("retry-after", "0.5")))
        case openai.APIStatusError(status_code=status) if status in {408, 409} or status >= 500:
            return NoAnswer("server_error", pause=_seconds(error.response.headers.get("retry-after", "0.2")))
        case openai.APIStatusError():
            return NoAnswer("rejected", pause=None)
        case IndexError():
            return NoAnswer("empty")
    return NoAnswer("nonsense")


def _seconds(retry_after: str) -> float | None:
    """How long to wait before asking again; None, do not, for a date: that is far off in a chat."""
    return float(retry_after) if retry_after.replace(".", "", 1).isdecimal() else None
