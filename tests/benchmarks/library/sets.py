"""Collections of documents and questions, where they lie beside the repository, and a library filled with them."""

import ast
import json
import secrets
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha1
from typing import Any
from uuid import UUID

from django.utils import timezone

from knowledge.calibration.calibrate import calibrate
from knowledge.embed import Embedder
from knowledge.library import storing
from knowledge.models import Chunk, Document
from knowledge.search.terms import words
from knowledge.text import words as plain_words
from tenants.models import Tenant
from tenants.scope import fleet_scope, tenant_scope
from tests.benchmarks.mind.rows import OWN, SETS, of_csv

_BATCH, _MOST_ANSWERS = 500, 60


@dataclass(frozen=True, slots=True)
class Text:
    """A document of one passage."""

    id: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Query:
    """A question, the ids of the texts that answer it, whether any does, and what was asked before it."""

    text: str
    answers: frozenset[str]
    is_answerable: bool = True
    before: str = ""

    @property
    def whole(self) -> str:
        return f"{self.before} {self.text}".strip()


@dataclass(frozen=True, slots=True)
class Collection:
    name: str
    texts: Sequence[Text]
    queries: Sequence[Query]


def mtrag() -> list[Collection]:
    """Conversations over two collections; each question comes with the customer's message before it."""
    passages, tasks = rows("mtrag/passages.jsonl"), rows("mtrag/tasks.jsonl")
    return [_mtrag(name, passages, tasks) for name in sorted({row["collection"] for row in passages})]


def _mtrag(name: str, passages: list[dict[str, Any]], tasks: list[dict[str, Any]]) -> Collection:
    texts = [Text(row["id"], "", row["text"]) for row in passages if row["collection"] == name]
    known = {text.id for text in texts}
    queries = []
    for task in tasks:
        # What is underspecified is neither to be answered nor to be refused: it is to be asked about.
        if task["collection"] != name or task["answerability"] == "UNDERSPECIFIED":
            continue
        said = [turn["text"] for turn in task["history"] if turn["role"] == "user"][-1:]
        answers = frozenset(task["relevant"]) & known
        is_answerable = task["answerability"] != "UNANSWERABLE"
        queries.append(Query(task["question"], answers, is_answerable, before=" ".join(said)))
    return Collection(f"mtrag {name}", texts, queries)


def tau() -> list[Collection]:
    """A bank's documents; what a customer says in one conversation is one question."""
    texts = [Text(row["id"], row["title"], row["text"]) for row in rows("tau_knowledge/documents.jsonl")]
    queries = [
        Query(" ".join(task["quoted_user_lines"]), frozenset(task["required_documents"]))
        for task in rows("tau_knowledge/tasks.jsonl")
        if task["quoted_user_lines"]
    ]
    return [Collection("tau_knowledge", texts, queries)] if texts else []


def afriqa() -> list[Collection]:
    """Swahili questions over English passages; a passage answers if the translated answer stands in it."""
    texts = [Text(row["id"], "", row["text"]) for row in rows("afriqa_sw/corpus_en.jsonl")]
    read = {text.id: f" {' '.join(plain_words(text.text))} " for text in texts}
    queries = []
    for row in rows("afriqa_sw/queries_dev.jsonl"):
        said = [f" {' '.join(plain_words(answer))} " for answer in _list(row["translated_answer"])]
        said = [answer for answer in said if len(answer) > 4 and answer.strip() not in ("yes", "no")]
        answers = frozenset(id_ for id_, text in read.items() if any(answer in text for answer in said))
        if 0 < len(answers) < _MOST_ANSWERS:
            queries.append(Query(row["question"], answers))
    return [Collection("afriqa_sw", texts, queries)] if texts else []


def swahili() -> list[Collection]:
    """Swahili questions over Swahili pages of our own, among messages of strangers where these lie beside us."""
    pages = tomllib.loads((OWN / "kurasa.toml").read_text())["pages"]
    strangers = [row["text"] for name in ("train", "dev") for row in of_csv(f"afrisenti/swa_{name}.csv")]
    texts = [Text(name, "", page["text"]) for name, page in pages.items()]
    texts += [Text(f"t{at}", "", text) for at, text in enumerate(strangers)]
    queries = [Query(question, frozenset({name})) for name, page in pages.items() for question in page["ask"]]
    return [Collection("Swahili over Swahili", texts, queries)]


def part(collection: Collection, most: int) -> Collection:
    """So many of its texts, the first questions' answers among them, and the questions that these answer."""
    queries, wanted = [], set[str]()
    for query in collection.queries:
        if len(wanted | query.answers) <= most // 2:
            queries.append(query)
            wanted |= query.answers
    others = [text.id for text in collection.texts if text.id not in wanted]
    kept = wanted | set(others[:: max(1, len(others) // (most - len(wanted)))][: most - len(wanted)])
    texts = [text for text in collection.texts if text.id in kept]
    return Collection(f"{collection.name}, a part", texts, queries)


def fill(collection: Collection, embedder: Embedder) -> UUID:
    """A tenant of its own with the collection as its library, calibrated."""
    tenant_id = new_tenant(f"{collection.name} {embedder.model.key}")
    now, texts = timezone.now(), collection.texts
    for start in range(0, len(texts), _BATCH):
        batch = texts[start : start + _BATCH]
        vectors = embedder.embed_documents([f"{text.title}\n{text.text}" for text in batch])
        with tenant_scope(tenant_id):
            room = storing.take_places(len(batch))
            documents = Document.objects.bulk_create(
                Document(key=text.id, title=text.title or text.id, file_name=text.id, status="ready", read_at=now)
                for text in batch
            )
            Chunk.objects.bulk_create(
                _chunk(document, text, vector, embedder.model.key, place)
                for document, text, vector, place in zip(documents, batch, vectors, room, strict=True)
            )
    calibrate(tenant_id, embedder)
    return tenant_id


def new_tenant(name: str) -> UUID:
    plain = "".join(letter if letter.isalnum() else "-" for letter in name.casefold())
    slug = f"{plain[:40]}-{secrets.token_hex(4)}"  # several parts fill the same collection
    with fleet_scope():
        return Tenant.objects.create(slug=slug, name=name[:80], bot_name="Tuli").id


def _chunk(document: Document, text: Text, vector: list[float], model: str, place: int) -> Chunk:
    whole = f"{text.title}\n{text.text}"
    return Chunk(
        document=document, position=0, place=place, text=text.text, tokens=len(text.text) // 4, embedding=vector,
        sha1=sha1(text.text.encode(), usedforsecurity=False).hexdigest(), embedding_model=model,
        words=words.of_passage(whole), has_times=words.has_times(text.text),
    )  # fmt: skip


def rows(name: str) -> list[dict[str, Any]]:
    path = SETS / name
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def _list(written: str) -> Iterator[str]:
    try:
        yield from (str(one) for one in ast.literal_eval(written))
    except SyntaxError:
        yield written.strip("[]'\" ")
