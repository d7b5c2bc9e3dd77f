"""A model's endpoint between us and a model: it replays the answers of a story, or passes the questions on and keeps
what was answered. It knows of a question only the step in which it is asked and the name of its schema.
"""

import json
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpx

from conversations.simulator.stories.story import RecordedAnswer, Story

LABEL = "# The model's answers are recorded, not written by hand."
UNDERSTOOD = "Understood"
LETTERS_OF_A_TOKEN = 4
"""As English has them, near enough: nobody has counted a replayed answer."""
Document = dict[str, Any]
# A person may be the model.
TIMEOUT = httpx.Timeout(900, connect=10)


@dataclass(frozen=True, slots=True, kw_only=True)
class Upstream:
    """The endpoint that is recorded."""

    base_url: str
    api_key: str

    def ask(self, question: Document) -> tuple[int, Document]:
        headers = {"Authorization": f"Bearer {self.api_key}"}
        answer = httpx.post(f"{self.base_url}/chat/completions", json=question, headers=headers, timeout=TIMEOUT)
        return answer.status_code, answer.json()


@dataclass
class Endpoint:
    """Answers one story at a time; what it has no answer to is refused, so that the mind answers by itself."""

    upstream: Upstream | None = None
    step: int = 0
    left: list[RecordedAnswer] = field(default_factory=list)
    kept: list[RecordedAnswer] = field(default_factory=list)
    unanswered: list[str] = field(default_factory=list)
    cards: list[int] = field(default_factory=list)
    """The tokens of each card that was understood."""
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def begin(self, answers: Sequence[RecordedAnswer]) -> None:
        """Another story, with what a model answered in it."""
        self.step, self.left, self.kept, self.unanswered, self.cards = 0, list(answers), [], [], []

    @property
    def unused(self) -> list[str]:
        """The answers that nobody has asked for."""
        return [f"step {answer.step}: {answer.asked}" for answer in self.left]

    def take(self, question: Document) -> tuple[int, Document]:
        """The answer to a question, as an endpoint gives it."""
        asked = name_of(question)
        if asked == UNDERSTOOD:
            self.cards.append(len(question["messages"][1]["content"]) // LETTERS_OF_A_TOKEN)
        if self.upstream is not None:
            status, answer = self.upstream.ask(question)
            if status == 200:
                content = answer["choices"][0]["message"]["content"] or ""
                self.kept.append(RecordedAnswer(step=max(self.step, 1), asked=asked, json=content))
            return status, answer
        with self._lock:
            found = next((one for one in self.left if (one.step, one.asked) == (self.step, asked)), None)
            if found is None:
                self.unanswered.append(f"step {self.step}: {asked}")
                return 400, {"error": {"message": "Nothing was recorded.", "type": "not_recorded", "code": None}}
            self.left.remove(found)
        return 200, _completion(found.json_, question)


def name_of(question: Document) -> str:
    """The name of the schema that the answer is to follow."""
    schema = question.get("response_format", {}).get("json_schema", {})
    return str(schema.get("name", "text"))


def _completion(content: str, question: Document) -> Document:
    """With its tokens reckoned by its letters, as nobody has counted them."""
    asked = sum(len(message["content"]) for message in question.get("messages", ())) // LETTERS_OF_A_TOKEN
    said = len(content) // LETTERS_OF_A_TOKEN
    message = {"role": "assistant", "content": content, "refusal": None}
    return {
        "id": "chatcmpl-recorded",
        "object": "chat.completion",
        "created": 0,
        "model": "recorded",
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": asked, "completion_tokens": said, "total_tokens": asked + said},
    }


@contextmanager
def listening(endpoint: Endpoint) -> Iterator[str]:
    """The endpoint on a loopback port; its address, with /v1."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            question = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))))
            status, answer = endpoint.take(question)
            body = json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: Any) -> None:
            """Stay quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=(0.05,), name="recorded", daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        server.server_close()


def as_toml(story: Story) -> str:
    """A story with its recorded answers, as a file that can be told again."""
    document = story.model_dump(mode="json", exclude_defaults=True, by_alias=True)
    head = [f"{name} = {_value(value)}" for name, value in document.items() if name not in ("say", "answer")]
    tables = [
        f"\n[[{name}]]\n" + "\n".join(f"{key} = {_value(value)}" for key, value in entry.items())
        for name in ("say", "answer")
        for entry in document.get(name, [])
    ]
    return "\n".join([LABEL, *head, *tables, ""])


def _value(value: Any) -> str:
    """A value in TOML: as in JSON, but for tables, which are written on one line."""
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{json.dumps(key)} = {_value(inner)}' for key, inner in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    return json.dumps(value, ensure_ascii=False)
