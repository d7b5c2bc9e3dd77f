"""One turn: claim the conversation, take what waits, think, commit everything at once.

claim ──▶ take ──▶ think ──▶ commit        no transaction and no connection is held while thinking or waiting
            ▲         │
            ├─────────┘  new messages came and nothing was caused yet: hear them out, think again, at most twice
            └─ a person took over: stopped at the next tool; the next turn hears what waits, and only listens
"""

import time
import traceback
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID

import structlog
from django.conf import settings
from django.utils import timezone

from conversations.heartbeat import HEARTBEAT, LONGEST_SECONDS
from conversations.turn import batch as batches
from conversations.turn import burst, figures, lease
from conversations.turn import commit as commits
from conversations.turn.batch import Batch
from conversations.turn.burst import Burst, Now, Superseded, Wait
from conversations.turn.lease import Lease
from conversations.turn.outage import AWAY, is_outage
from conversations.turn.under_way import UNDER_WAY
from journeys import graph
from journeys.context import ModelCall
from tenants.scope import tenant_scope
from tenants.telemetry import spans
from tools.contract import Stopped

log = structlog.get_logger(__name__)
# Who writes on and on is answered in the end: twice a turn thinks anew for what came meanwhile, then it speaks.
MAX_SUPERSEDES = 2
# A worker's death takes a hundred innocent turns with it, so that it proves less than an error of the turn's own.
# The two are counted apart: an error after two deaths is the first.
MAX_ERRORS = 3
# A worker that is killed while others restart must not park a customer's message; six in a row are no accident.
MAX_DEATHS = 6
# Most errors are a database that restarts.
RETRY_AFTER = timedelta(seconds=3)
# A turn is given back as soon as the database is there again; for longer than that others look for what was left.
GIVEN_BACK_AFTER_SECONDS = (0.0, 1.0, 2.0)

Think = Callable[[Any, Any], graph.Outcome]
OnStart = Callable[[Lease, Batch], None]


def run(
    tenant_id: UUID,
    conversation_id: UUID,
    *,
    now: Now = timezone.now,
    think: Think = graph.respond,
    on_start: OnStart = lambda held, batch: None,
    wait: Wait = time.sleep,
) -> bool:
    """Run the turn that is due; False when none is, or when another worker is at it."""
    begun = _begin(tenant_id, conversation_id, now())
    if begun is None:
        return False
    held, batch = begun
    ids = {"tenant_id": str(tenant_id), "conversation_id": str(conversation_id)}
    keeping = HEARTBEAT.keep(partial(_prolong, held, now))
    with structlog.contextvars.bound_contextvars(**ids), keeping, UNDER_WAY.one():
        try:
            return _answer(held, batch, now=now, think=think, on_start=on_start, wait=wait)
        except AWAY as error:
            if not is_outage(error):
                raise
            _give_back(held, error, now=now, wait=wait)
            return True


def _begin(tenant_id: UUID, conversation_id: UUID, now: datetime) -> tuple[Lease, Batch | None] | None:
    """Claim the conversation and take what waits, in one transaction; None when somebody else is at it."""
    with tenant_scope(tenant_id):
        held = lease.claim(tenant_id, conversation_id, now=now)
        return (held, batches.take(held, now=now)) if held else None


def _answer(held: Lease, batch: Batch | None, *, now: Now, think: Think, on_start: OnStart, wait: Wait) -> bool:
    """Think until nothing newer has come; False when no message waits."""
    spent: tuple[ModelCall, ...] = ()
    for supersedes_left in reversed(range(MAX_SUPERSEDES + 1)):
        if batch is None:
            lease.release_idle(held)
            return False
        on_start(held, batch)
        rest = Burst(lease=held, ends_at=batch.settled_at, may_supersede=supersedes_left > 0, now=now, wait=wait)
        if _is_over(held, replace(batch, spent=spent), rest, now=now, think=think):
            return True
        renewed = burst.hear_out(held, batch.patience, now=now, wait=wait)
        if renewed is None:
            return True
        spent += tuple(batch.context.trace.model_calls)
        held, batch = renewed, batches.take(renewed, now=now())
    return True


def _prolong(held: Lease, now: Now) -> None:
    lease.prolong(held, now=now())


def _give_back(held: Lease, error: Exception, *, now: Now, wait: Wait) -> None:
    """The database went away: no fault of these messages. They are tried again, and this try does not count."""
    log.warning("conversations.turn.interrupted", problem=type(error).__name__)
    for seconds in GIVEN_BACK_AFTER_SECONDS:
        wait(seconds)
        with suppress(*AWAY):
            commits.forgive(held)
            lease.release(held, due_at=now() + RETRY_AFTER)
            return


def _forgive_lost(held: Lease, batch: Batch, *, now: datetime) -> None:
    """Another worker took the turn while this one lived: no death of a worker, unless this one hung."""
    if now - batch.started_at < timedelta(seconds=LONGEST_SECONDS * settings.TULIA.patience):
        commits.forgive_lost(held, batch)


def _is_over(held: Lease, batch: Batch, rest: Burst, *, now: Now, think: Think) -> bool:
    """Think and commit; False when newer messages want to be thought of too."""
    if batch.deaths >= MAX_DEATHS:
        commits.park(held, batch, problem="The worker died each time it was tried.", errors=batch.errors, now=now())
        return True
    with structlog.contextvars.bound_contextvars(turn_id=str(batch.turn_id)), _span(held, batch):
        began = time.thread_time()
        try:
            outcome = think(batch.state, rest.around(batch.context))
            used = time.thread_time() - began
            if not outcome.is_answer:
                rest.hold()
        except Superseded:
            log.info("conversations.turn.superseded", messages=len(batch.message_ids))
            figures.count_turn(batch, "superseded", now=now())
            return False
        except Stopped:
            log.info("conversations.turn.stopped")
            figures.count_turn(batch, "fenced", now=now())
            _forgive_lost(held, batch, now=now())
            return True
        except Exception as error:
            figures.count_turn(batch, "interrupted" if is_outage(error) else "failed", now=now())
            if is_outage(error):
                raise
            log.exception("conversations.turn.failed", attempts=batch.attempts, errors=batch.errors + 1)
            _fail(held, batch, error, now=now)
            return True
        batch.context.trace.cpu_milliseconds = round(used * 1000, 2)
        result = commits.commit(held, batch, outcome, may_supersede=rest.may_supersede, now=now())
        if result == "fenced":
            _forgive_lost(held, batch, now=now())
        spans.note(outcome=result, journey=outcome.state.understood.journey)
        figures.count_turn(batch, result, journey=outcome.state.understood.journey, now=now())
        log.info("conversations.turn." + result, messages=len(batch.message_ids), replies=len(outcome.replies))
        return result != "superseded"


def _span(held: Lease, batch: Batch) -> AbstractContextManager[None]:
    return spans.of_messages(
        "turn", batch.message_ids, tenant_id=held.tenant_id, conversation_id=held.conversation_id,
        turn_id=batch.turn_id, attempts=batch.attempts, messages=len(batch.message_ids),
    )  # fmt: skip


def _fail(held: Lease, batch: Batch, error: Exception, *, now: Now) -> None:
    """Try again a little later; after three errors park the messages and let the conversation go on."""
    problem = f"{type(error).__name__} in {_place(error)}"
    errors = batch.errors + 1
    if errors >= MAX_ERRORS:
        commits.park(held, batch, problem=problem, errors=errors, now=now())
        return
    commits.note_error(held, batch, problem=problem, errors=errors)
    lease.release(held, due_at=now() + RETRY_AFTER)


def _place(error: Exception) -> str:
    """Where it happened; an exception's own words may quote a customer's."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{frame.name}, {frame.filename.rsplit('/', 1)[-1]}:{frame.lineno}"
