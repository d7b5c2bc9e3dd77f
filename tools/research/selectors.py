"""Reads runs, in the tenant's open scope; what is due is found for the whole fleet."""

from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any, Final
from uuid import UUID

from django.db.models import Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from tenants.scope import fleet_scope
from tools.research.facts import FindingFacts, ReadPassage, ReferenceFacts, RunFacts, TaskFacts
from tools.research.models import ENDED, ResearchReport, ResearchRules, ResearchRun, ResearchSource

# Runs of one round of the sweep; the next follows in seconds.
LIMIT: Final = 100
PASSAGE: Final = (
    "chunk_id", "document_id", "text", "title", "section", "document_name", "version", "page", "sheet", "language",
    "last_updated", "is_current",
)  # fmt: skip


def rules() -> ResearchRules:
    """The tenant's, else the defaults, which are not saved."""
    return ResearchRules.objects.first() or ResearchRules()


def find_open(conversation_id: UUID) -> ResearchRun | None:
    """The run that the customer has under way in a conversation; what staff research about it is theirs."""
    return _of_customer(conversation_id).exclude(phase__in=ENDED).first()


def find_latest(conversation_id: UUID) -> ResearchRun | None:
    return _of_customer(conversation_id).order_by("-created_at").first()


def _of_customer(conversation_id: UUID) -> "QuerySet[ResearchRun]":
    return ResearchRun.objects.filter(conversation_id=conversation_id, asked_by_id=None)


def find_report(run: ResearchRun) -> ResearchReport | None:
    return ResearchReport.objects.filter(run=run).first()


def list_due(*, before: datetime) -> list[tuple[UUID, UUID]]:
    """Runs of every tenant whose next step waits and that nobody works on, the longest waiting first."""
    free = Q(lease_until=None) | Q(lease_until__lt=before)
    with fleet_scope():
        rows = ResearchRun.objects.filter(free, due_at__lt=before).order_by("due_at")
        return list(rows.values_list("tenant_id", "id")[:LIMIT])


def spent_of_month(now: datetime) -> str:
    """Which budget of the tenant's last 30 days is used up, if one is.

    Calls and minutes are those of as many full runs as the month's tokens are enough for, one at least.
    """
    limits = rules()
    runs = max(1, limits.tokens_a_month // limits.tokens_a_run)
    used = ResearchRun.objects.filter(created_at__gt=now - timedelta(days=30)).aggregate(
        tokens=Coalesce(Sum("tokens_used"), 0), calls=Coalesce(Sum("calls_used"), 0),
        seconds=Coalesce(Sum("seconds_used"), 0.0),
    )  # fmt: skip
    if used["tokens"] >= limits.tokens_a_month:
        return "budget_tokens"
    if used["calls"] >= runs * limits.calls_a_run:
        return "budget_calls"
    return "budget_minutes" if used["seconds"] >= 60 * runs * limits.minutes_a_run else ""


def cost_since(moment: datetime) -> Decimal:
    """What models have cost the tenant's runs since then, in USD."""
    spent = ResearchRun.objects.filter(created_at__gte=moment).aggregate(cost=Sum("cost_usd"))
    return Decimal(spent["cost"] or 0)


def runs_of_day(customer_id: UUID, now: datetime) -> int:
    return ResearchRun.objects.filter(customer=customer_id, created_at__gt=now - timedelta(days=1)).count()


def passage_of(source: ResearchSource) -> ReadPassage:
    return ReadPassage(**{name: getattr(source, name) for name in PASSAGE})


def facts_of(run: ResearchRun, *, now: datetime) -> RunFacts:
    """The run as the mind sees it."""
    own = rules()
    sources = list(run.sources.all())
    chunk_of = {source.pk: source.chunk_id for source in sources}
    references = list(run.references.all())
    key_of = {each.pk: each.key for each in references}
    return RunFacts(
        id=run.pk, tenant_id=run.tenant_id, question=run.question, language=run.language, audience=run.audience,
        phase=run.phase, iteration=run.iteration, most_rounds=own.most_rounds, needs_approval=own.needs_approval,
        coverage=run.coverage, dedup_ratio=run.dedup_ratio, gaps=tuple(run.gaps), asked=tuple(run.asked),
        dialogue=tuple(run.dialogue), termination_reason=run.termination_reason,
        ended_because=run.ended_because, spent=spent(run, now=now),
        reference_method=own.reference_method,
        tasks=tuple(_task(task) for task in run.tasks.all()),
        sources=tuple(map(passage_of, sources)),
        references=tuple(
            ReferenceFacts(
                task_id=each.task_id, chunk_id=chunk_of[each.source_id], key=each.key, kind=each.kind,
                target=each.target, original_text=each.original_text, depth=each.depth, outcome=each.outcome,
                reason=each.reason, leads_to=tuple(each.leads_to),
            )
            for each in references
        ),
        findings=tuple(
            FindingFacts(
                task_id=each.task_id, chunk_id=chunk_of[each.source_id], text=each.text, relevance=each.relevance,
                depth=each.depth, via=key_of[each.via_id] if each.via_id else "",
            )
            for each in run.findings.all()
        ),
    )  # fmt: skip


def spent(run: ResearchRun, *, now: datetime) -> str:
    """Which budget is used up, if one is: the run's own, or the tenant's of the month."""
    if run.tokens_used >= run.token_limit:
        return "budget_tokens"
    if run.calls_used >= run.call_limit:
        return "budget_calls"
    return "budget_minutes" if run.seconds_used >= 60 * run.minute_limit else spent_of_month(now)


def _task(task: Any) -> TaskFacts:
    names = ("id", "position", "title", "query", "state", "iteration", "tokens_used", "origin")
    return TaskFacts(**{name: getattr(task, name) for name in names})
