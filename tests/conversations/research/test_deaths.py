"""A worker dies between steps and inside of them, hands are changed in the middle: nothing is done twice, none lost."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.db import OperationalError
from django.utils import timezone

from conversations import turn
from conversations.inbox import events
from conversations.models import Conversation
from conversations.research import stepping
from journeys import graph
from journeys.context import TurnContext
from journeys.research import step
from journeys.state import ConversationState
from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.conversations.research.conftest import QUESTION as PHONED
from tests.conversations.research.conftest import latest
from tests.depth import thorough
from tests.talk import Talk
from tools.research import selectors, services, steps
from tools.research.facts import StepResult
from tools.research.models import (
    ResearchFinding,
    ResearchReport,
    ResearchRules,
    ResearchRun,
    ResearchSource,
    ResearchStep,
)

QUESTION = "May I end my fibre agreement early, and what do I owe then?"


def start(tenant: Tenant) -> ResearchRun:
    with tenant_scope(tenant.id):
        return services.start(QUESTION, now=timezone.now())


def goes_on(run: ResearchRun) -> None:
    """What the person says wherever the run waits: just go, and yes."""
    with tenant_scope(run.tenant_id):
        if latest_of(run).phase == "clarify":
            services.answer(run.pk, "just go", is_over=True, now=timezone.now())
        else:
            services.edit_plan(run.pk, is_approved=True, now=timezone.now())


def latest_of(run: ResearchRun) -> ResearchRun:
    return ResearchRun.objects.get(pk=run.pk)


def through(tenant: Tenant, *, dies_each_time: bool) -> ResearchRun:
    """The whole run; a worker that dies has claimed and thought, and commits when it is too late."""
    run, late = start(tenant), []
    now = timezone.now()
    for _ in range(200):
        with tenant_scope(tenant.id):
            run = latest_of(run)
        if run.has_ended:
            break
        if run.is_waiting:
            goes_on(run)
            continue
        now += timedelta(seconds=1)
        if dies_each_time:
            dead = steps.claim(tenant.id, run.pk, now=now)
            assert dead is not None
            assert not stepping.take(tenant.id, run.pk, now=at(now)), "somebody seems to be at it"
            late.append((dead, thought(dead)))
            now += steps.HOLD + timedelta(seconds=1)
        assert stepping.take(tenant.id, run.pk, now=at(now))
        for dead, result in late:
            assert not steps.commit(dead, result, seconds=1, now=now), "an old epoch commits nothing"
    return run


def thought(dead: steps.ResearchLease) -> StepResult:
    trace = stepping.Trace()
    return step.take(*stepping._loaded(dead, trace, now=timezone.now))


def at(moment: datetime) -> Callable[[], datetime]:
    return lambda: moment


@thorough
def test_a_worker_that_dies_in_every_step_loses_that_step_alone(
    netco: Tenant, make_tenant: Callable[..., Tenant]
) -> None:
    run = through(netco, dies_each_time=True)
    assert (run.phase, run.ended_because) == ("done", "completed")
    with tenant_scope(netco.id):
        died = figures()
        numbers = list(ResearchStep.objects.values_list("number", flat=True))
        assert numbers == list(range(1, len(numbers) + 1))
        run.delete()
    again = through(netco, dies_each_time=False)
    assert again.phase == "done"
    with tenant_scope(netco.id):
        assert figures() == died, "as if nobody had died"


def figures() -> tuple[int, ...]:
    return tuple(model.objects.count() for model in (ResearchStep, ResearchSource, ResearchFinding, ResearchReport))


def test_who_cancels_while_it_thinks_hears_nothing_more_of_it(netco: Tenant) -> None:
    run = start(netco)

    def think(facts: object, hands: object) -> StepResult:
        with tenant_scope(netco.id):
            services.cancel(run.pk, now=timezone.now())
        return step.take(facts, hands)

    assert stepping.take(netco.id, run.pk, think=think)
    with tenant_scope(netco.id):
        assert latest_of(run).phase == "cancelled"
        assert not ResearchSource.objects.exists()
    assert not stepping.take(netco.id, run.pk)
    with tenant_scope(netco.id), pytest.raises(services.NoResearch):
        services.cancel(run.pk, now=timezone.now())


def test_a_step_that_fails_three_times_ends_the_run_and_one_that_kills_six(netco: Tenant) -> None:
    def breaks(facts: object, hands: object) -> StepResult:
        raise RuntimeError("no")

    run, now = start(netco), timezone.now()
    for _ in range(steps.MOST_ERRORS):
        now += timedelta(seconds=10)
        assert stepping.take(netco.id, run.pk, now=at(now), think=breaks)
    with tenant_scope(netco.id):
        assert (latest_of(run).phase, latest_of(run).ended_because) == ("failed", "error")
    other = start(netco)
    for _ in range(steps.MOST_TRIES):
        now += timedelta(minutes=1)
        assert steps.claim(netco.id, other.pk, now=now)
    assert stepping.take(netco.id, other.pk, now=at(now + timedelta(minutes=1)))
    with tenant_scope(netco.id):
        assert latest_of(other).phase == "failed"


def test_a_step_during_which_the_database_goes_away_is_due_again_in_seconds(netco: Tenant) -> None:
    run, now = start(netco), timezone.now()

    def is_cut_off(facts: object, hands: object) -> StepResult:
        raise OperationalError("server closed the connection unexpectedly")

    for _ in range(steps.MOST_TRIES + 1):
        assert stepping.take(netco.id, run.pk, now=at(now), think=is_cut_off)
        assert not stepping.take(netco.id, run.pk, now=at(now)), "it is given a moment"
        now += stepping.RETRY_AFTER
    assert stepping.take(netco.id, run.pk, now=at(now))
    with tenant_scope(netco.id):
        latest = latest_of(run)
        assert (latest.steps_taken, latest.is_waiting) == (1, True), "none of those tries counts"
        given_back = steps.ResearchLease(tenant_id=netco.id, run_id=run.pk, epoch=latest.lease_epoch, tries=1)
    steps.give_back(given_back, due_at=now)
    assert not stepping.take(netco.id, run.pk, now=at(now)), "what was kept after all stays kept"


def test_the_sweep_finds_what_was_left_behind_and_nothing_that_is_held(netco: Tenant) -> None:
    run, now = start(netco), timezone.now()
    assert (netco.id, run.pk) in selectors.list_due(before=now + timedelta(seconds=5))
    steps.claim(netco.id, run.pk, now=now + timedelta(seconds=1))
    assert (netco.id, run.pk) not in selectors.list_due(before=now + timedelta(seconds=5))
    assert (netco.id, run.pk) in selectors.list_due(before=now + timedelta(minutes=1))


def test_a_spent_budget_ends_in_an_honest_partial_report(netco: Tenant) -> None:
    run = start(netco)
    assert stepping.take(netco.id, run.pk)
    goes_on(run)
    for _ in range(2):
        stepping.take(netco.id, run.pk)
    goes_on(run)
    stepping.take(netco.id, run.pk)
    with tenant_scope(netco.id):
        ResearchRun.objects.filter(pk=run.pk).update(token_limit=1)
    stepping.take(netco.id, run.pk)
    with tenant_scope(netco.id):
        ended = latest_of(run)
        report = ResearchReport.objects.get()
        assert (ended.phase, ended.ended_because) == ("done", "budget_tokens")
        assert report.sentences, "what was found until then"
        assert "I stopped before the plan was through" in report.summary
        assert report.not_found, "and what was not"


@pytest.mark.parametrize(
    ("used", "because"),
    [
        ({"tokens_used": 1_000}, "budget_tokens"),
        ({"calls_used": 6}, "budget_calls"),
        ({"seconds_used": 240.0}, "budget_minutes"),
    ],
)
def test_the_business_limits_of_a_month_hold(netco: Tenant, used: dict[str, float], because: str) -> None:
    """It has tokens for two full runs, and so the calls and minutes of two; what a run has used counts for the next."""
    with tenant_scope(netco.id):
        ResearchRules.objects.create(tokens_a_month=1_000, tokens_a_run=500, calls_a_run=3, minutes_a_run=2)
    first, second = start(netco), start(netco)
    with tenant_scope(netco.id):
        ResearchRun.objects.filter(pk=first.pk).update(**{name: value - 1 for name, value in used.items()})
        assert selectors.spent(latest_of(second), now=timezone.now()) == ""
        ResearchRun.objects.filter(pk=first.pk).update(**used)
        assert selectors.spent(latest_of(second), now=timezone.now()) == because
    with pytest.raises(services.ResearchRefused, match="budget_spent"):
        start(netco)


def test_two_runs_do_not_meet(netco: Tenant, make_tenant: Callable[..., Tenant]) -> None:
    """A business without documents says so; it reads nobody else's."""
    other = make_tenant(journeys_off=[])
    run = through(other, dies_each_time=False)
    assert run.ended_because == "nothing_found"
    with tenant_scope(other.id):
        assert not ResearchSource.objects.exists()
        assert "do not answer this" in ResearchReport.objects.get().summary
    assert latest(other).pk == run.pk


def test_a_question_that_was_ready_before_its_turn_was_kept_is_asked(
    phone: Talk, netco: Tenant, steps: Callable[[Tenant], int]
) -> None:
    """The worker dies between the start of the research and the end of the turn, and the run is quicker than the turn
    that is taken again: what it asks back comes with the message that began it."""
    phone.post(Body=PHONED)
    ids = netco.id, phone.conversation.id

    def dies(state: ConversationState, context: TurnContext) -> graph.Outcome:
        graph.respond(state, context)
        raise SystemExit

    with pytest.raises(SystemExit):
        turn.run(*ids, think=dies)
    assert steps(netco)
    assert events.take(*ids)
    with tenant_scope(netco.id):
        Conversation.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    said = phone.answer()
    assert sum("please tell me" in each for each in said) == 1
    assert not any("research that in our documents" in each for each in said), "it has begun long ago"
    phone.say("just go")
    steps(netco)
    assert phone.answer(), "the talk goes on"
    assert latest(netco).phase != "clarify"
