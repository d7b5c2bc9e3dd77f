"""Questions that the library could not answer: kept without personal data, ranked by how often they are asked."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

import structlog

from knowledge.answer.meaning import terms
from knowledge.library import intake
from knowledge.models import Document, UnansweredQuestion
from knowledge.redact import without_personal_data

log = structlog.get_logger(__name__)
# As wide as its column.
LONGEST = 300
# As wide as its column.
LONGEST_KEY = 200


def keep(told: Mapping[str, Any] | None, *, conversation_id: UUID) -> UnansweredQuestion | None:
    """Keep what a turn left in its trace, in the scope that is open; nothing when there is nothing."""
    if not told:
        return None
    question = without_personal_data(str(told["question"]))[:LONGEST].strip()
    kept: UnansweredQuestion = UnansweredQuestion.objects.create(
        question=question, key=key_of(question), decision=str(told["decision"])[:40], score=float(told["score"]),
        conversation_id=conversation_id,
    )  # fmt: skip
    log.info("knowledge.question.unanswered", decision=told["decision"])
    return kept


def key_of(question: str) -> str:
    """The key of a question: the same for questions that speak of the same things, in whatever order and language."""
    meant = sorted(terms(question))
    return " ".join(meant)[:LONGEST_KEY] or question.casefold()[:LONGEST_KEY]


def add_answer(tenant_id: UUID, *, key: str, question: str, answer: str, now: datetime) -> Document:
    """Make a small document of a question and its answer, outside any scope; raises FileRefused."""
    content = f"# {question.strip()}\n\n{answer.strip()}\n"
    name = f"{'-'.join(key.split())[:60] or 'answer'}.md"
    document = intake.add(
        tenant_id,
        content.encode(),
        name,
        now=now,
        key=f"answers/{key}"[:200],
        kind=Document.Kind.FAQ,
        title=question[:200],
    )
    log.info("knowledge.question.answered", document_id=str(document.pk))
    return document


def close(key: str) -> int:
    """In the tenant's scope: every question of this kind is answered now."""
    return UnansweredQuestion.objects.filter(key=key, status="open").update(status="answered")
