"""How often a section or a product is found by what customers ask of it: every second sentence, told by the others."""

import csv
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import Final, NamedTuple
from uuid import UUID

from conversations.simulator import demo
from journeys.library import as_asked
from journeys.topics import SURELY
from knowledge.embed import Embedder
from knowledge.models import Document
from knowledge.search import question
from knowledge.search.search import search
from tenants.models import Tenant
from tenants.scope import fleet_scope, tenant_scope
from tests.benchmarks import interval
from tests.benchmarks.table import Figure
from tools.topics.examples import MOST_TOPICS, NONE, OTHERS, AskedTopic, TopicExample
from tools.topics.learning import Learned, learn

DEMO: Final = Path(demo.__file__).parent
BUSINESSES: Final = ("duka", "mtandao", "oasis")
A_TOPIC: Final = 30


class Told(NamedTuple):
    """Whether the likeliest is what was asked for, and whether it was taken for that."""

    is_right: bool
    is_answer: bool


def measure(folder: Path) -> list[Figure]:
    with fleet_scope():
        tenants = {tenant.slug: tenant.pk for tenant in Tenant.objects.filter(slug__in=BUSINESSES)}
    told: dict[str, list[Told]] = {}
    began = perf_counter()
    for slug in BUSINESSES:
        kept, asked = _halves(slug)
        learned = learn(kept)
        for example in asked:
            kind = "of other trades" if example.topic == NONE else f"{example.topic.kind}s"
            told.setdefault(kind, []).append(_likeliest(learned, example))
        sections = [example for example in asked if example.topic.kind == "section"]
        told.setdefault("sections by the text alone", []).extend(_found(tenants[slug], sections, None))
        told.setdefault("sections by text and topics", []).extend(_found(tenants[slug], sections, learned))
    seconds = perf_counter() - began
    lines = [f"{what}: {_line(each)}" for what, each in sorted(told.items())]
    count = sum(map(len, told.values()))
    return [
        Figure(
            what="topics: what a message is about", measured="\n".join(lines),
            method=f"{count:,} answers for sentences of the three demo businesses, each second one asked, the others "
            f"learned from; sure is what is likelier than {SURELY}, or answered; {seconds:.0f} s",
        ),
        _to_learn(),
    ]  # fmt: skip


def _to_learn() -> Figure:
    """As many topics as are learned at all, of the demo's own words."""
    words = sorted({word for slug in BUSINESSES for example in _examples(slug) for word in example.text.split()})
    chosen = random.Random(30)
    told = tuple(
        TopicExample(AskedTopic("section", "a", str(topic)), " ".join(chosen.choices(words, k=7)))
        for topic in range(MOST_TOPICS)
        for _ in range(A_TOPIC)
    )
    began = perf_counter()
    learned = learn(told)
    seconds = perf_counter() - began
    return Figure(
        what="topics: the time to learn a tenant's", measured=f"{seconds:.0f} s; {len(learned.written()) >> 10:,} KiB",
        method=f"{MOST_TOPICS:,} topics, the most there are, of {A_TOPIC} sentences each, of words of the demo by lot: "
        "harder than real ones, which share fewer",
    )  # fmt: skip


def _line(told: Sequence[Told]) -> str:
    right = interval.percent([each.is_right for each in told])
    surely = interval.percent([each.is_right and each.is_answer for each in told])
    wrong = interval.percent([each.is_answer and not each.is_right for each in told])
    return f"right {right}, surely right {surely}, surely wrong {wrong}"


def _halves(slug: str) -> tuple[tuple[TopicExample, ...], tuple[TopicExample, ...]]:
    examples = tuple(_examples(slug))
    return examples[::2], examples[1::2]


def _examples(slug: str) -> Iterator[TopicExample]:
    for row in _rows(slug, "questions.csv"):
        yield TopicExample(AskedTopic("section", row["document"], row["section"]), row["question"])
    for row in _rows(slug, "catalog.csv"):
        for text in filter(None, row["asked"].split("|")):
            yield TopicExample(AskedTopic("product", row["product"], row["title"]), text)
    for line in OTHERS.read_text(encoding="utf-8").splitlines():
        yield TopicExample(NONE, line)


def _rows(slug: str, name: str) -> list[dict[str, str]]:
    return list(csv.DictReader((DEMO / slug / name).open(encoding="utf-8-sig", newline="")))


def _likeliest(learned: Learned, example: TopicExample) -> Told:
    best = next(iter(learned.likely(example.text)), None)
    is_sure = best is not None and best.likely >= SURELY
    return Told(best is not None and best.topic == example.topic, is_sure)


def _found(tenant_id: UUID, asked: Sequence[TopicExample], learned: Learned | None) -> Iterator[Told]:
    with tenant_scope(tenant_id):
        keys = dict(Document.objects.values_list("pk", "key"))
    for example in asked:
        likely = learned.likely(example.text) if learned is not None else ()
        sections = {
            (one.topic.key, one.topic.name): as_asked(one.likely) for one in likely if one.topic.kind == "section"
        }
        prepared = replace(question.prepare(example.text, Embedder()), sections=sections)
        with tenant_scope(tenant_id):
            found = search(prepared)
        best = next(iter(found.hits or found.near), None)
        is_right = best is not None and (keys[best.document_id], best.section) == (
            example.topic.key,
            example.topic.name,
        )
        yield Told(is_right, found.is_enough)
