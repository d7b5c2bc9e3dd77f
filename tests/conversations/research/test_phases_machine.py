"""Whoever answers, edits, cancels or dies in whichever order: a run loses nothing, doubles nothing, and ends."""

from collections import Counter
from contextlib import suppress
from datetime import timedelta
from functools import partial
from unittest import mock

from django.utils import timezone
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from conversations.research import stepping
from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.conversations.research.test_deaths import at, thought
from tests.depth import rounds, thorough
from tools.research import selectors, services, steps
from tools.research.facts import StepResult
from tools.research.models import MOST_TASKS, ResearchReport, ResearchRun, ResearchStep

PHASES = ("clarify", "plan", "execute", "synthesise", "done")
QUESTION = "May I end my fibre agreement early, and what do I owe then?"
NUMBERS = st.lists(st.integers(1, 16), max_size=3)
ADDED = ("the deposit", "notice", "the router")
ANSWERS = ("I have had it for 5 months", "the line always worked", "no", "sijui", "KES 3,000")


class Killed(BaseException):
    """The process is gone, in the middle of its commit."""


class Phases(RuleBasedStateMachine):
    """One run, its person and its workers; `late` are workers that are believed dead and are not."""

    def __init__(self, tenant: Tenant) -> None:
        super().__init__()
        self.tenant, self.now = tenant, timezone.now()
        self.late: list[tuple[steps.ResearchLease, StepResult]] = []
        self.furthest = 0
        with tenant_scope(tenant.id):
            self.pk = services.start(QUESTION, now=self.now).pk

    @property
    def run(self) -> ResearchRun:
        return ResearchRun.objects.get(pk=self.pk)

    def stands(self) -> ResearchRun:
        with tenant_scope(self.tenant.id):
            return self.run

    @rule()
    def work(self) -> None:
        self.now += timedelta(seconds=1)
        stepping.take(self.tenant.id, self.pk, now=at(self.now))

    @precondition(lambda self: self.stands().due_at is not None)
    @rule()
    def dies_thinking(self) -> None:
        """Its lease runs out; it is not quite dead, and comes back with what it thought."""
        self.now += timedelta(seconds=1)
        held = steps.claim(self.tenant.id, self.pk, now=self.now)
        if held is not None:
            self.late.append((held, thought(held)))
            self.now += steps.HOLD + timedelta(seconds=1)

    @precondition(lambda self: self.stands().due_at is not None)
    @rule(place=st.sampled_from(["_keep_findings", "_keep_tasks", "_move", "_tell"]))
    def is_killed_while_it_commits(self, place: str) -> None:
        self.now += timedelta(seconds=1)
        before = self.figures()
        with mock.patch.object(steps, place, side_effect=Killed), suppress(Killed):
            stepping.take(self.tenant.id, self.pk, now=at(self.now))
        assert self.figures() == before, "a part of a step was kept"
        self.now += steps.HOLD + timedelta(seconds=1)

    @precondition(lambda self: bool(self.late))
    @rule()
    def comes_back_late(self) -> None:
        held, result = self.late.pop()
        before = self.figures()
        if self.stands().lease_epoch != held.epoch:
            assert not steps.commit(held, result, seconds=1, now=self.now)
            assert self.figures() == before

    @precondition(lambda self: self.stands().phase == "clarify" and self.stands().is_waiting)
    @rule(text=st.sampled_from(ANSWERS), is_over=st.booleans())
    def answers(self, text: str, is_over: bool) -> None:
        with tenant_scope(self.tenant.id):
            services.answer(self.pk, text, is_over=is_over, now=self.now)

    @precondition(lambda self: self.stands().phase in ("plan", "execute"))
    @rule(strike=NUMBERS, first=NUMBERS, add=st.lists(st.sampled_from(ADDED), max_size=2), approve=st.booleans())
    def edits(self, strike: list[int], first: list[int], add: list[str], approve: bool) -> None:
        with tenant_scope(self.tenant.id):
            try:
                services.edit_plan(self.pk, strike=strike, order=first, add=add, is_approved=approve, now=self.now)
            except (services.EmptyPlan, services.TooManyTasks):
                return

    @precondition(lambda self: self.furthest > 2)
    @rule()
    def cancels(self) -> None:
        with tenant_scope(self.tenant.id):
            try:
                services.cancel(self.pk, now=self.now)
            except services.NoResearch:
                assert self.run.has_ended

    @invariant()
    def nothing_is_lost_doubled_or_beyond_its_guard(self) -> None:
        with tenant_scope(self.tenant.id):
            run = self.run
            numbers = list(ResearchStep.objects.filter(run=run).order_by("number").values_list("number", flat=True))
            assert numbers == list(range(1, run.steps_taken + 1))
            tasks = list(run.tasks.all())
            assert len(tasks) <= MOST_TASKS
            assert [task.position for task in tasks] == list(range(1, len(tasks) + 1))
            spread = Counter(run.findings.values_list("task_id", "source_id"))
            assert all(times == 1 for times in spread.values())
            reports = list(ResearchReport.objects.filter(run=run))
            assert len(reports) == (run.phase == "done")
            known = {str(pk) for pk in run.sources.values_list("pk", flat=True)}
            assert all(set(each["sources"]) <= known for report in reports for each in report.sentences)
            assert run.has_ended == (run.ended_at is not None)
        if run.phase in PHASES:
            assert PHASES.index(run.phase) >= self.furthest, "a phase is never gone back to"
            self.furthest = PHASES.index(run.phase)

    def figures(self) -> tuple[int, ...]:
        with tenant_scope(self.tenant.id):
            run = self.run
            kept = (run.steps, run.sources, run.findings, run.references, run.tasks, run.reports)
            return (run.steps_taken, *(each.count() for each in kept))

    def teardown(self) -> None:
        """Left alone with somebody who wants it done, it always ends."""
        for _ in range(8 + 3 * MOST_TASKS):
            run = self.stands()
            if run.has_ended:
                break
            if run.is_waiting and run.phase == "clarify":
                with tenant_scope(self.tenant.id):
                    services.answer(self.pk, "just go", is_over=True, now=self.now)
            elif run.is_waiting:
                with tenant_scope(self.tenant.id):
                    services.edit_plan(self.pk, is_approved=True, now=self.now)
            else:
                self.now += steps.HOLD + timedelta(seconds=1)
                stepping.take(self.tenant.id, self.pk, now=at(self.now))
        run = self.stands()
        assert run.has_ended, "it never ends"
        assert (self.tenant.id, self.pk) not in selectors.list_due(before=self.now + timedelta(days=1))
        with tenant_scope(self.tenant.id):
            run.delete()


@thorough
def test_a_run_keeps_its_promises(netco: Tenant) -> None:
    # A dozen steps pass through all phases, and each example is then led to its end: more of them only repeat.
    steps_each = rounds(12, deep=18)
    enough = settings(
        max_examples=rounds(3, deep=150), stateful_step_count=steps_each, suppress_health_check=list(HealthCheck)
    )
    run_state_machine_as_test(partial(Phases, netco), settings=enough)
