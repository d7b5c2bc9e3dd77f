"""The stand-in itself: what other tests rely on."""

import httpx
import pytest
from langchain_openai import OpenAIEmbeddings

from tests.loopback import openai_server as says
from tests.loopback.openai_server import OpenAIServer


@pytest.mark.parametrize(("wanted", "encoding"), [({}, "base64"), ({"encoding_format": "float"}, "float")])
def test_embeddings_are_stable_unit_vectors_in_both_encodings(
    openai_server: OpenAIServer, wanted: dict[str, str], encoding: str
) -> None:
    embedder = OpenAIEmbeddings(
        model="text-embedding-3-small", base_url=openai_server.base_url, api_key="unused", dimensions=8,
        check_embedding_ctx_length=False, model_kwargs=wanted,
    )  # fmt: skip
    first, second = embedder.embed_documents(["viatu", "shoes"])
    assert len(first) == 8
    assert sum(value * value for value in first) == pytest.approx(1, abs=1e-5)
    assert first == pytest.approx(embedder.embed_query("viatu"), abs=1e-6)
    assert first != second
    assert openai_server.asked[0].json["encoding_format"] == encoding


def test_a_script_is_used_up_before_the_standing_reply(openai_server: OpenAIServer) -> None:
    openai_server.script = [says.error(500), lambda asked: says.answer(asked.facts)]
    openai_server.reply = says.answer("ever after")
    url = f"{openai_server.base_url}/chat/completions"
    asking = {"messages": [{"role": "user", "content": '{"n": 1}'}]}
    answers = [httpx.post(url, json=asking) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [500, 200, 200, 200]
    said = [answer.json()["choices"][0]["message"]["content"] for answer in answers[1:]]
    assert said == ['{"n": 1}', '"ever after"', '"ever after"']


def test_a_server_stops_at_once_while_a_client_hangs() -> None:
    with OpenAIServer().running() as server:
        server.reply = says.hang(60)
        with pytest.raises(httpx.TimeoutException):
            httpx.post(f"{server.base_url}/chat/completions", json={}, timeout=0.05)
    with pytest.raises(httpx.ConnectError):
        httpx.post(f"{server.base_url}/chat/completions", json={}, timeout=1)
