"""Takes the next step of a run: claim, load, think, commit; as a turn, and apart from it.

claim ──▶ load ──▶ think ──▶ commit        no transaction and no connection is held while thinking
   a worker that dies leaves its lease to run out, and the step is taken again: at most one is lost
"""

import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from datetime import datetime, timedelta
from functools import partial
from typing import Final
from uuid import UUID

import structlog
from django.conf import settings
from django.utils import timezone

from conversations.heartbeat import HEARTBEAT
from conversations.turn import figures
from conversations.turn.batch import has_budget
from conversations.turn.outage import AWAY, is_outage
from conversations.turn.under_way import UNDER_WAY
from journeys import llm
from journeys.context import Trace
from journeys.research import retrieval, step
from journeys.research.hands import ResearchHands
from tenants.models import Tenant
from tenants.scope import tenant_scope
from tools.research import selectors, steps
from tools.research.facts import RunFacts, StepResult
from tools.research.models import ResearchRun
from tools.research.steps import ResearchLease

log = structlog.get_logger(__name__)
# As for a turn: most errors are a database that restarts.
RETRY_AFTER: Final = timedelta(seconds=3)
STEP_SECONDS: Final = 40.0
"""What the models of one step may take together, before the patience that the settings give."""

# The local mind's thinking is all ours: one step at a time in this process, in slices as short as a web process has.
_ALONE: Final = threading.Lock()
# As `config` sets it for a web process: a turn waits half a millisecond for the interpreter.
SLICE_SECONDS: Final = 0.0005
# Where turns never end, as with a model that is slow, a step begins beside them after this.
MOST_SECONDS_BEHIND_TURNS: Final = 2.0
# One that has stood behind other steps for so long waits for no turn any more: its lease is held for 20 seconds, and
# losing it is taken for its worker's death.
LONGEST_BEHIND_STEPS: Final = 10.0

Now = Callable[[], datetime]
Think = Callable[[RunFacts, ResearchHands], StepResult]


def take(
    tenant_id: UUID, run_id: UUID, *, now: Now = timezone.now, think: Think = step.take, rest: float = 0.0
) -> bool:
    """Take the step that is due; False when none is, or when another worker is at it.

    After a step of the local mind the next one waits for `rest` times what this one took of the processor.
    """
    held = steps.claim(tenant_id, run_id, now=now())
    if held is None:
        return False
    with (
        structlog.contextvars.bound_contextvars(tenant_id=str(tenant_id), run_id=str(run_id)),
        HEARTBEAT.keep(lambda: steps.prolong(held, now=now())),
    ):
        if held.tries > steps.MOST_TRIES:
            steps.fail(held, "The worker died each time it was tried.", retry_at=now(), now=now(), is_hopeless=True)
            return True
        _take(held, now=now, think=think, rest=rest)
    return True


def _take(held: ResearchLease, *, now: Now, think: Think, rest: float) -> None:
    trace = Trace()
    try:
        facts, hands = _loaded(held, trace, now=now)
        with _beside_turns(rest) if hands.mind.provider.kind == "local" else nullcontext():
            began = time.monotonic()
            result = think(facts, hands)
            steps.commit(held, result, seconds=round(time.monotonic() - began, 3), now=now())
    except Exception as error:
        retry_at = now() + RETRY_AFTER
        if is_outage(error):
            log.warning("research.step.interrupted", problem=type(error).__name__)
            with suppress(*AWAY):  # it is still away; the lease ends by itself
                steps.give_back(held, due_at=retry_at)
            return
        log.exception("research.step.failed")
        with suppress(*AWAY):
            steps.fail(held, f"{type(error).__name__} in {_place(error)}", retry_at=retry_at, now=now())
    finally:
        figures.count_calls(trace)


@contextmanager
def _beside_turns(rest: float) -> Iterator[None]:
    """A step begins between the turns of this process; those that come meanwhile have most of the processor."""
    claimed = time.monotonic()
    with _ALONE:
        left = LONGEST_BEHIND_STEPS - (time.monotonic() - claimed)
        UNDER_WAY.wait_for_none(most_seconds=max(0.0, min(MOST_SECONDS_BEHIND_TURNS, left)))
        usual, began = sys.getswitchinterval(), time.thread_time()
        sys.setswitchinterval(min(usual, SLICE_SECONDS))
        try:
            yield
        finally:
            sys.setswitchinterval(usual)
            time.sleep(rest * (time.thread_time() - began))


def _loaded(held: ResearchLease, trace: Trace, *, now: Now) -> tuple[RunFacts, ResearchHands]:
    with tenant_scope(held.tenant_id):
        tenant = Tenant.objects.get(pk=held.tenant_id)
        run = ResearchRun.objects.get(pk=held.run_id)
        facts = selectors.facts_of(run, now=now())
    may_ask = not facts.is_over_budget and has_budget(tenant, now())
    provider = llm.provider_from(settings.TULIA, tenant.chat_model or settings.TULIA.chat_model)
    audience = facts.audience
    hands = ResearchHands(
        mind=llm.Mind(provider=provider, trace=trace, has_budget=may_ask, seconds=STEP_SECONDS),
        trace=trace,
        retrieve=partial(retrieval.retrieve, held.tenant_id, audience=audience),
        passages=partial(retrieval.passages, held.tenant_id, audience=audience),
        references=partial(retrieval.references_in, held.tenant_id, audience=audience),
    )
    return facts, hands


def _place(error: Exception) -> str:
    """Where it happened; an exception's own words may quote a customer's."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{frame.name}, {frame.filename.rsplit('/', 1)[-1]}:{frame.lineno}"
