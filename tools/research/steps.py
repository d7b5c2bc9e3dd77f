"""One step of a run: the right to take it, and its commit.

One holds a run at a time, fenced by an epoch that every change of hands raises. A step is committed in one transaction,
all of it, or nothing where somebody else holds the run by now.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

import structlog
from django.db.models import F, Q

from tenants.scope import tenant_scope
from tools import events
from tools.research import links, selectors, waking
from tools.research.facts import ReportDraft, StepResult
from tools.research.models import (
    ENDED,
    MOST_TASKS,
    FollowedReference,
    ResearchFinding,
    ResearchReport,
    ResearchRun,
    ResearchSource,
    ResearchStep,
    ResearchTask,
)

log = structlog.get_logger(__name__)
HOLD: Final = timedelta(seconds=20)
"""Prolonged while its holder lives, so that a dead one's is free soon."""
MOST_TRIES: Final = 6
"""A step whose worker has died so often is not tried again."""
# The third failure of one step is no accident.
MOST_ERRORS: Final = 3
PROGRESS: Final = "research.progress"
DONE: Final = "research.done"
# Progress is told at most four times a minute, so that it is news.
APART: Final = timedelta(seconds=15)
CHANGEABLE: Final = frozenset({
    "language", "iteration", "coverage", "dedup_ratio", "queries", "gaps", "asked", "dialogue", "termination_reason",
    "ended_because",
})  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class ResearchLease:
    """A claimed run."""

    tenant_id: UUID
    run_id: UUID
    epoch: int
    tries: int


def claim(tenant_id: UUID, run_id: UUID, *, now: datetime) -> ResearchLease | None:
    """The lease, when a step is due and nobody else holds it: one statement, so that of two at once one gets it."""
    with tenant_scope(tenant_id):
        free = Q(lease_until=None) | Q(lease_until__lt=now)
        taken = ResearchRun.objects.filter(free, pk=run_id, due_at__lte=now).update(
            lease_epoch=F("lease_epoch") + 1, lease_until=now + HOLD, tries=F("tries") + 1
        )
        if not taken:
            return None
        epoch, tries = ResearchRun.objects.values_list("lease_epoch", "tries").get(pk=run_id)
    return ResearchLease(tenant_id=tenant_id, run_id=run_id, epoch=epoch, tries=tries)


def prolong(held: ResearchLease, *, now: datetime) -> None:
    with tenant_scope(held.tenant_id):
        mine = ResearchRun.objects.filter(pk=held.run_id, lease_epoch=held.epoch, lease_until__isnull=False)
        mine.update(lease_until=now + HOLD)


def give_back(held: ResearchLease, *, due_at: datetime) -> None:
    """Let it be tried again from then on: the database was away, and this try counts for nothing.

    Nothing where the step was kept after all, and only its answer was lost.
    """
    with tenant_scope(held.tenant_id):
        mine = ResearchRun.objects.filter(pk=held.run_id, lease_epoch=held.epoch, lease_until__isnull=False)
        mine.filter(tries__gt=0).update(lease_until=None, due_at=due_at, tries=F("tries") - 1)


class NotRetrieved(ValueError):
    """A step cites a passage that this run has not retrieved."""


def commit(held: ResearchLease, result: StepResult, *, seconds: float, now: datetime) -> bool:
    """Keep what the step has found; False, and nothing kept, when the run was taken over, answered or cancelled."""
    with tenant_scope(held.tenant_id):
        run = _mine(held)
        if run is None:
            return False
        sources = _keep_sources(run, result)
        references = _keep_references(run, result, sources)
        _keep_findings(run, result, sources, references)
        _keep_tasks(run, result)
        if result.report is not None:
            _keep_report(run, result.report, sources)
        _move(run, result, seconds=seconds, now=now)
        ResearchStep.objects.create(
            run=run, number=run.steps_taken, epoch=held.epoch, phase=result.phase, nodes=list(result.nodes),
            note=result.note[:300], tokens=result.tokens, calls=result.calls, seconds=seconds,
        )  # fmt: skip
        _tell(run, result, now)
        run.save(update_fields=["told_at"])
        if run.due_at:
            waking.wake(held.tenant_id, run.pk)
    log.info("research.step.committed", run_id=str(held.run_id), number=run.steps_taken, phase=run.phase)
    return True


def fail(held: ResearchLease, problem: str, *, retry_at: datetime, now: datetime, is_hopeless: bool = False) -> None:
    """Note an error of the step: it is tried again, and after three of them the run ends, saying so."""
    with tenant_scope(held.tenant_id):
        run = _mine(held)
        if run is None:
            return
        run.errors += 1
        run.problem, run.lease_until, run.due_at = problem[:200], None, retry_at
        if is_hopeless or run.errors >= MOST_ERRORS:
            run.phase, run.ended_because, run.ended_at, run.due_at = ResearchRun.Phase.FAILED, "error", now, None
            run.is_waiting = False
            _record(run, "research.failed", {})
        run.save()


def _mine(held: ResearchLease) -> ResearchRun | None:
    # A step is committed only by whoever holds the run's lease, and an erasure waits until it is.
    mine = ResearchRun.objects.select_for_update().filter(pk=held.run_id, lease_epoch=held.epoch)
    return mine.exclude(phase__in=ENDED).first()


def _keep_sources(run: ResearchRun, result: StepResult) -> dict[UUID, ResearchSource]:
    known = {source.chunk_id: source for source in run.sources.all()}
    for passage in result.sources:
        if passage.chunk_id not in known:
            values = {name: getattr(passage, name) for name in selectors.PASSAGE}
            known[passage.chunk_id] = ResearchSource.objects.create(run=run, **values)
    return known


def _keep_references(
    run: ResearchRun, result: StepResult, sources: dict[UUID, ResearchSource]
) -> dict[tuple[UUID, str], FollowedReference]:
    known = {(each.task_id, each.key): each for each in run.references.all()}
    for each in result.references:
        row = known.get((each.task_id, each.key)) or FollowedReference(run=run, task_id=each.task_id, key=each.key)
        if row._state.adding:
            row.source = _retrieved(sources, each.chunk_id)
            row.kind, row.depth = each.kind[:30], each.depth
            row.target, row.original_text = each.target[:300], each.original_text[:500]
        row.outcome, row.reason, row.leads_to = each.outcome, each.reason[:200], list(each.leads_to)
        row.save()
        known[each.task_id, each.key] = row
    return known


def _keep_findings(
    run: ResearchRun,
    result: StepResult,
    sources: dict[UUID, ResearchSource],
    references: dict[tuple[UUID, str], FollowedReference],
) -> None:
    for each in result.findings:
        via = references[each.task_id, each.via] if each.via and each.task_id else None
        ResearchFinding.objects.get_or_create(
            run=run, task_id=each.task_id, source=_retrieved(sources, each.chunk_id),
            defaults={"text": each.text, "relevance": each.relevance, "depth": each.depth, "via": via},
        )  # fmt: skip


def _retrieved(sources: dict[UUID, ResearchSource], chunk_id: UUID) -> ResearchSource:
    if chunk_id not in sources:
        raise NotRetrieved(str(chunk_id))
    return sources[chunk_id]


def _keep_tasks(run: ResearchRun, result: StepResult) -> None:
    for task_id, changes in result.task_changes.items():
        ResearchTask.objects.filter(run=run, pk=task_id).update(**changes)
    count = run.tasks.count()
    for position, task in enumerate(result.new_tasks[: MOST_TASKS - count], count + 1):
        ResearchTask.objects.create(
            run=run, position=position, title=task.title[:200], query=task.query[:500], origin=task.origin
        )


def _keep_report(run: ResearchRun, draft: ReportDraft, sources: dict[UUID, ResearchSource]) -> None:
    ResearchReport.objects.create(
        run=run, title=draft.title[:300], summary=draft.summary, retries=draft.retries, focus=draft.focus[:500],
        written_by=draft.written_by, not_found=list(draft.not_found), conflicts=_plain(draft.conflicts),
        outdated=_plain(draft.outdated), **draft.scores,
        sentences=[
            {
                "task": str(each.task_id) if each.task_id else "",
                "text": each.text,
                "sources": [str(_retrieved(sources, chunk_id).pk) for chunk_id in each.chunk_ids],
            }
            for each in draft.sentences
        ],
    )  # fmt: skip


def _plain(rows: Iterable[Any]) -> list[dict[str, Any]]:
    return [{name: str(value) for name, value in row.items()} for row in rows]


def _move(run: ResearchRun, result: StepResult, *, seconds: float, now: datetime) -> None:
    unknown = result.changes.keys() - CHANGEABLE
    if unknown:
        raise ValueError(f"a step may not change {', '.join(sorted(unknown))}")
    for name, value in result.changes.items():
        setattr(run, name, value)
    run.phase, run.is_waiting = result.phase, result.is_waiting
    run.tokens_used += result.tokens
    run.calls_used += result.calls
    run.cost_usd += result.cost_usd
    run.seconds_used += seconds
    run.steps_taken += 1
    run.lease_until, run.errors, run.tries, run.problem = None, 0, 0, ""
    run.due_at = None if result.is_waiting or run.has_ended else now
    run.ended_at = now if run.has_ended else None
    run.save()


def _with_link(name: str, run: ResearchRun) -> dict[str, Any]:
    return {"link": links.address_of(run, hours=selectors.rules().link_hours)} if name == DONE else {}


def _tell(run: ResearchRun, result: StepResult, now: datetime) -> None:
    """What it has come to; that it goes on only where nothing was heard of it for a while."""
    for name, facts in result.told:
        if name == PROGRESS and run.told_at is not None and now - run.told_at < APART:
            continue
        run.told_at = now
        _record(run, name, facts | _with_link(name, run))


def _record(run: ResearchRun, name: str, facts: dict[str, Any]) -> None:
    """An event for the conversation; whoever started it at the desk sees it there."""
    if run.conversation_id is None or run.customer_id is None or run.asked_by_id is not None:
        return
    events.record(
        name=name, key=f"research:{run.pk}:{run.steps_taken}:{name}", conversation_id=run.conversation_id,
        customer_id=run.customer_id, facts={"run": str(run.pk), "phase": run.phase, "language": run.language, **facts},
    )  # fmt: skip
