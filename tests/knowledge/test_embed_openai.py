"""The OpenAI path against a real server on the loopback, well and badly behaved."""

import base64
import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np
import pytest

from knowledge.embed import DIMENSIONS, Embedder, EmbeddingModel, EmbeddingUnavailable

Answer = tuple[int, bytes]


@dataclass
class Endpoint:
    """An embeddings endpoint that answers as told and keeps what it was asked."""

    answer: Callable[[dict[str, Any]], Answer] = lambda asked: (500, b"")
    asked: list[dict[str, Any]] = field(default_factory=list)
    base_url: str = ""
    released: threading.Event = field(default_factory=threading.Event)

    def embedder(self, name: str = "text-embedding-3-small", timeout_seconds: float = 5.0) -> Embedder:
        return Embedder(EmbeddingModel("openai", name), self.base_url, "sk-test", timeout_seconds)


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    told = Endpoint()

    class Answering(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            told.asked.append({"path": self.path, "authorization": self.headers["Authorization"], **asked})
            status, body = told.answer(asked)
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.send_header("retry-after-ms", "1")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answering)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    told.base_url = f"http://127.0.0.1:{server.server_port}/v1"
    yield told
    told.released.set()
    server.shutdown()
    thread.join()
    server.server_close()


def vector(text: str) -> list[float]:
    numbers = np.random.default_rng(len(text)).standard_normal(DIMENSIONS).astype(np.float32)
    return [float(number) for number in numbers / np.linalg.norm(numbers)]


def body(embeddings: list[Any]) -> Answer:
    rows = [{"object": "embedding", "index": i, "embedding": e} for i, e in enumerate(embeddings)]
    usage = {"prompt_tokens": 1, "total_tokens": 1}
    return 200, json.dumps({"object": "list", "data": rows, "model": "m", "usage": usage}).encode()


def as_floats(asked: dict[str, Any]) -> Answer:
    return body([vector(text) for text in asked["input"]])


def as_base64(asked: dict[str, Any]) -> Answer:
    assert asked["encoding_format"] == "base64"
    packed = [np.asarray(vector(text), dtype="<f4").tobytes() for text in asked["input"]]
    return body([base64.b64encode(one).decode() for one in packed])


@pytest.mark.parametrize("answer", [as_base64, as_floats])
def test_a_good_answer_comes_back_in_order(endpoint: Endpoint, answer: Callable[[dict[str, Any]], Answer]) -> None:
    endpoint.answer = answer
    found = endpoint.embedder().embed_documents(["a", "bcd"])
    assert np.allclose(found, [vector("a"), vector("bcd")])
    [asked] = endpoint.asked
    assert asked["path"] == "/v1/embeddings"
    assert asked["authorization"] == "Bearer sk-test"
    assert (asked["input"], asked["dimensions"]) == (["a", "bcd"], DIMENSIONS)


def test_other_models_are_asked_for_no_dimensions(endpoint: Endpoint) -> None:
    endpoint.answer = as_floats
    assert len(endpoint.embedder("bge-m3").embed_query("simu")) == DIMENSIONS
    assert "dimensions" not in endpoint.asked[0]


def test_what_the_model_wants_before_a_question_and_a_passage_is_put_there(endpoint: Endpoint) -> None:
    endpoint.answer = as_floats
    model = EmbeddingModel("openai", "e5-large", query_prefix="query:", passage_prefix="passage:")
    embedder = Embedder(model, endpoint.base_url, "sk-test")
    embedder.embed_query("simu")
    embedder.embed_documents(["simu", "phone"])
    assert [asked["input"] for asked in endpoint.asked] == [["query: simu"], ["passage: simu", "passage: phone"]]


def test_many_texts_go_in_batches_and_empty_ones_as_a_dash(endpoint: Endpoint) -> None:
    endpoint.answer = as_base64
    assert len(endpoint.embedder().embed_documents([""] * 300)) == 300
    assert [len(asked["input"]) for asked in endpoint.asked] == [256, 44]
    assert endpoint.asked[0]["input"][0] == "-"


def test_shorter_vectors_are_filled_up_and_long_ones_shortened_to_one(endpoint: Endpoint) -> None:
    """Most self-hosted models have 384 to 1024 dimensions, and not all give unit vectors."""
    endpoint.answer = lambda asked: body([[3.0] + [0.0] * 382 + [4.0]])
    vector = endpoint.embedder().embed_query("simu")
    assert len(vector) == DIMENSIONS
    assert [vector[0], vector[383], sum(vector)] == pytest.approx([0.6, 0.8, 1.4])


@pytest.mark.parametrize("status", [429, 500])
def test_an_error_is_tried_once_more_then_given_up(endpoint: Endpoint, status: int) -> None:
    endpoint.answer = lambda asked: (status, b'{"error": {"message": "no"}}')
    with pytest.raises(EmbeddingUnavailable):
        endpoint.embedder().embed_query("simu")
    assert len(endpoint.asked) == 2


def test_a_passing_error_is_survived(endpoint: Endpoint) -> None:
    endpoint.answer = lambda asked: (500, b"{}") if len(endpoint.asked) == 1 else as_floats(asked)
    assert np.allclose(endpoint.embedder().embed_query("simu"), vector("simu"))


@pytest.mark.parametrize(
    "answer",
    [
        body([[0.1] * (DIMENSIONS + 1)]),
        body([[]]),
        body([[[0.1] * DIMENSIONS]]),
        body([[float("nan")] * DIMENSIONS]),
        body([[1e300] * DIMENSIONS]),
        body([[0.0] * DIMENSIONS]),
        body([["x"] * DIMENSIONS]),
        body([None]),
        body(["not base64 at all"]),
        body([vector("a"), vector("b")]),
        body([]),
        (200, b"not json"),
        (200, b"[]"),
        (200, b"null"),
        (200, b'{"data": [{}]}'),
        (200, b'"hello"'),
        (401, b'{"error": {"message": "bad key"}}'),
    ],
)
@pytest.mark.filterwarnings("ignore:Pydantic serializer warnings:UserWarning")
def test_nonsense_is_unavailability(endpoint: Endpoint, answer: Answer) -> None:
    endpoint.answer = lambda asked: answer
    with pytest.raises(EmbeddingUnavailable):
        endpoint.embedder().embed_query("simu")


def test_a_hanging_endpoint_is_given_up(endpoint: Endpoint) -> None:
    def hang(asked: dict[str, Any]) -> Answer:
        endpoint.released.wait(10)
        return 500, b""

    endpoint.answer = hang
    with pytest.raises(EmbeddingUnavailable, match="APITimeoutError"):
        endpoint.embedder(timeout_seconds=0.3).embed_query("simu")


def test_nobody_listening_is_unavailability() -> None:
    nobody = Embedder(EmbeddingModel("openai", "text-embedding-3-small"), "http://127.0.0.1:1/v1", "sk-test", 1.0)
    with pytest.raises(EmbeddingUnavailable, match="APIConnectionError"):
        nobody.embed_query("simu")
