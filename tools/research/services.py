"""What people do with a run: start it, answer, change and approve its plan, cancel it; in the tenant's open scope.

Each raises the epoch, so that a step under way commits nothing of what it thought before.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final
from uuid import UUID

import structlog

from tenants import locks
from tenants.scope import current_tenant_id
from tools.research import selectors, waking
from tools.research.models import ENDED, MOST_TASKS, ResearchRun, ResearchTask

log = structlog.get_logger(__name__)
# As wide as its column.
LONGEST_TITLE: Final = 200
# An answer to a question back, not a document.
LONGEST_ANSWER: Final = 1_000


class ResearchUnderWay(Exception):
    """There is a run in this conversation already."""


class ResearchRefused(Exception):
    """The business's limits speak against it; `code` says which: too_many_today or budget_spent."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class NoResearch(LookupError):
    """There is no run, or it is not where this could be done."""


class TooManyTasks(Exception):
    """A list holds fifteen lines."""


class EmptyPlan(Exception):
    """No task would be left to do: that is cancelling, and said so."""


def start(
    question: str,
    *,
    now: datetime,
    customer_id: UUID | None = None,
    conversation_id: UUID | None = None,
    ticket_id: UUID | None = None,
    asked_by_id: UUID | None = None,
    audience: str = "",
) -> ResearchRun:
    """A new run, due at once; raises ResearchUnderWay and ResearchRefused."""
    locks.hold(f"research:{conversation_id or asked_by_id}")
    rules = selectors.rules()
    if conversation_id and asked_by_id is None and selectors.find_open(conversation_id):
        raise ResearchUnderWay
    if selectors.spent_of_month(now):
        raise ResearchRefused("budget_spent")
    if customer_id and asked_by_id is None and selectors.runs_of_day(customer_id, now) >= rules.runs_a_day:
        raise ResearchRefused("too_many_today")
    run = ResearchRun.objects.create(
        question=question.strip()[:2000], customer_id=customer_id, conversation_id=conversation_id,
        ticket_id=ticket_id, asked_by_id=asked_by_id, audience=audience, due_at=now, token_limit=rules.tokens_a_run,
        call_limit=rules.calls_a_run, minute_limit=rules.minutes_a_run,
    )  # fmt: skip
    _wake(run)
    log.info("research.started", run_id=str(run.pk))
    return run


def answer(run_id: UUID, text: str, *, is_over: bool, now: datetime) -> ResearchRun:
    """What the person says to our questions; `is_over` ends the questions. Raises NoResearch."""
    run = _held(run_id)
    if run.phase != ResearchRun.Phase.CLARIFY:
        raise NoResearch
    run.dialogue = [*run.dialogue, {"who": "person", "text": text.strip()[:LONGEST_ANSWER]}]
    if is_over:
        run.termination_reason = "user_end"
    return _goes_on(run, now=now, fields=["dialogue", "termination_reason"])


def edit_plan(
    run_id: UUID, *, strike: Sequence[int] = (), add: Sequence[str] = (), order: Sequence[int] = (),
    is_approved: bool = False, now: datetime,
) -> ResearchRun:  # fmt: skip
    """Strike, add and reorder tasks by their numbers as they were shown, then go on if it is approved.

    While the plan is worked on, only what is still to do changes. Raises NoResearch, TooManyTasks and
    EmptyPlan.
    """
    run = _held(run_id)
    if run.phase not in (ResearchRun.Phase.PLAN, ResearchRun.Phase.EXECUTE):
        raise NoResearch
    is_shown = run.phase == ResearchRun.Phase.PLAN and run.is_waiting
    if strike or add or order:
        _rearrange(run, strike, add, order)
    if is_shown and not is_approved:
        run.save(update_fields=["lease_epoch"])
        return run
    if is_shown:
        run.phase = ResearchRun.Phase.EXECUTE
    return _goes_on(run, now=now, fields=["phase"])


def cancel(run_id: UUID, *, now: datetime) -> ResearchRun:
    """End it now, whatever is under way; what was found so far stays. Raises NoResearch when it has ended."""
    run = _held(run_id)
    run.phase, run.ended_because, run.ended_at = ResearchRun.Phase.CANCELLED, "cancelled", now
    run.is_waiting, run.due_at, run.lease_until = False, None, None
    run.save()
    log.info("research.cancelled", run_id=str(run.pk))
    return run


def _held(run_id: UUID) -> ResearchRun:
    """The run, locked, with its epoch raised in memory."""
    run = ResearchRun.objects.select_for_update().filter(pk=run_id).exclude(phase__in=ENDED).first()
    if run is None:
        raise NoResearch
    run.lease_epoch += 1
    return run


def _goes_on(run: ResearchRun, *, now: datetime, fields: Sequence[str]) -> ResearchRun:
    run.is_waiting, run.due_at, run.lease_until, run.tries, run.errors = False, now, None, 0, 0
    own = ("is_waiting", "due_at", "lease_until", "lease_epoch", "tries", "errors")
    run.save(update_fields=[*own, *fields])
    _wake(run)
    return run


def _rearrange(run: ResearchRun, strike: Sequence[int], add: Sequence[str], order: Sequence[int]) -> None:
    tasks = list(run.tasks.all())
    by_number = {task.position: task for task in tasks}
    for number in strike:
        task = by_number.get(number)
        if task and task.state == ResearchTask.State.PENDING:
            task.state = ResearchTask.State.STRUCK
    for title in add:
        words = " ".join(title.split())[:LONGEST_TITLE]
        if words:
            tasks.append(ResearchTask(run=run, title=words, query=words, origin=ResearchTask.Origin.PERSON))
    first = [by_number[number] for number in dict.fromkeys(order) if number in by_number]
    kept = [task for task in (*first, *(task for task in tasks if task not in first)) if _is_kept(task)]
    if len(kept) > MOST_TASKS:
        raise TooManyTasks
    if not kept:
        raise EmptyPlan
    ResearchTask.objects.filter(run=run).exclude(pk__in=[task.pk for task in kept]).delete()
    for position, task in enumerate(kept, 1):
        task.position = position
        task.save()


def _is_kept(task: Any) -> bool:
    """One that was struck before anything was done for it is off the list."""
    return bool(task.state != ResearchTask.State.STRUCK or task.iteration)


def _wake(run: ResearchRun) -> None:
    tenant_id = current_tenant_id()
    if tenant_id is not None:
        waking.wake(tenant_id, run.pk)
