"""How often a section is found by what customers ask of it: every second question asked where the others are kept."""

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple
from uuid import UUID

from django.utils import timezone

from conversations.simulator import demo
from knowledge.embed import Embedder
from knowledge.library import intake, questions, upkeep
from knowledge.models import Document
from knowledge.search import question
from knowledge.search.search import search
from tenants.models import Tenant
from tenants.scope import fleet_scope, tenant_scope
from tests.benchmarks import interval
from tests.benchmarks.table import Figure

DEMO: Final = Path(demo.__file__).parent
BUSINESSES: Final = ("duka", "mtandao", "oasis")


class Told(NamedTuple):
    """Whether the best passage is of the section that is asked for, and whether the library calls it an answer."""

    is_right: bool
    is_answer: bool


def measure(folder: Path) -> list[Figure]:
    with fleet_scope():
        tenants = {tenant.slug: tenant.pk for tenant in Tenant.objects.filter(slug__in=BUSINESSES)}
    told: dict[str, list[Told]] = {"by the text": [], "by both": []}
    for slug in BUSINESSES:
        rows = list(csv.DictReader((DEMO / slug / "questions.csv").open(encoding="utf-8-sig", newline="")))
        _keep(tenants[slug], rows[::2])
        told["by the text"] += _asked(tenants[slug], rows[1::2], by_questions=False)
        told["by both"] += _asked(tenants[slug], rows[1::2], by_questions=True)
        _keep(tenants[slug], rows)
    lines = [f"{how}: {_line(each)}" for how, each in told.items()]
    return [
        Figure(
            what="library: found by what customers ask", measured="\n".join(lines),
            method=f"{len(told['by both']):,} questions of the three demo businesses, each second one asked",
        )
    ]  # fmt: skip


def _line(told: Sequence[Told]) -> str:
    right = interval.percent([each.is_right for each in told])
    answered = interval.percent([each.is_right and each.is_answer for each in told])
    wrong = interval.percent([each.is_answer and not each.is_right for each in told])
    return f"best {right}, answered from it {answered}, from another {wrong}"


def _keep(tenant_id: UUID, rows: Sequence[Mapping[str, str]]) -> None:
    """These and no others, read by the library."""
    with tenant_scope(tenant_id):
        documents = {document.key: document for document in Document.objects.all()}
        kept: dict[str, dict[str, list[str]]] = {key: {} for key in documents}
        for row in rows:
            kept[row["document"]].setdefault(row["section"], []).append(row["question"])
        for key, document in documents.items():
            questions.put(document.pk, {section: [] for section in document.questions} | kept[key])
    for document in documents.values():
        intake.read_again(tenant_id, document.pk, now=timezone.now())
    upkeep.catch_up(tenant_id, Embedder())


def _asked(tenant_id: UUID, rows: Sequence[Mapping[str, str]], *, by_questions: bool) -> list[Told]:
    with tenant_scope(tenant_id):
        keys = dict(Document.objects.values_list("pk", "key"))
    told = []
    for row in rows:
        prepared = question.prepare(row["question"], Embedder())
        with tenant_scope(tenant_id):
            found = search(question.with_questions(prepared) if by_questions else prepared)
        best = next(iter(found.hits or found.near), None)
        is_right = best is not None and (keys[best.document_id], best.section) == (row["document"], row["section"])
        told.append(Told(is_right, found.is_enough))
    return told
