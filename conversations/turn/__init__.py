"""One turn: claim the conversation, take what waits, think, commit everything at once.

claim ──▶ take ──▶ think ──▶ commit        no transaction and no connection is held while thinking
            ▲         │
            └─────────┘  new messages came and nothing was caused yet: think again, at most twice
"""

import traceback
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import structlog
from django.utils import timezone

from conversations.turn import batch as batches
from conversations.turn import commit as commits
from conversations.turn import lease
from conversations.turn.batch import Batch
from conversations.turn.lease import Lease
from journeys import graph

log = structlog.get_logger(__name__)
MAX_SUPERSEDES = 2
MAX_ATTEMPTS = 3
RETRY_AFTER = timedelta(seconds=3)

Now = Callable[[], datetime]
Think = Callable[[Any, Any], graph.Outcome]


def run(
    tenant_id: UUID,
    conversation_id: UUID,
    *,
    now: Now = timezone.now,
    think: Think = graph.respond,
    on_start: Callable[[Lease, Batch], None] = lambda held, batch: None,
) -> bool:
    """Run the turn that is due; False when none is, or when another worker is at it."""
    held = lease.claim(tenant_id, conversation_id, now=now())
    if held is None:
        return False
    with structlog.contextvars.bound_contextvars(tenant_id=str(tenant_id), conversation_id=str(conversation_id)):
        for supersedes_left in reversed(range(MAX_SUPERSEDES + 1)):
            batch = batches.take(held, now=now())
            if batch is None:
                lease.release_idle(held)
                return False
            on_start(held, batch)
            if _is_over(held, batch, may_supersede=supersedes_left > 0, now=now, think=think):
                return True
            renewed = lease.renew(held, now=now())
            if renewed is None:
                return True
            held = renewed
    return True


def _is_over(held: Lease, batch: Batch, *, may_supersede: bool, now: Now, think: Think) -> bool:
    """Think and commit; False when newer messages want to be thought of too."""
    if batch.attempts > MAX_ATTEMPTS:
        commits.park(held, batch, problem="The worker died each time it was tried.", now=now())
        return True
    with structlog.contextvars.bound_contextvars(turn_id=str(batch.turn_id)):
        try:
            outcome = think(batch.state, batch.context)
        except Exception as error:
            log.exception("conversations.turn.failed", attempts=batch.attempts)
            _fail(held, batch, error, now=now)
            return True
        result = commits.commit(held, batch, outcome, may_supersede=may_supersede, now=now())
        log.info("conversations.turn." + result, messages=len(batch.message_ids), replies=len(outcome.replies))
        return result != "superseded"


def _fail(held: Lease, batch: Batch, error: Exception, *, now: Now) -> None:
    """Try again a little later; after three attempts park the messages and let the conversation go on."""
    problem = f"{type(error).__name__} in {_place(error)}"
    if batch.attempts >= MAX_ATTEMPTS:
        commits.park(held, batch, problem=problem, now=now())
        return
    commits.note_failure(batch, problem=problem)
    lease.release(held, due_at=now() + RETRY_AFTER)


def _place(error: Exception) -> str:
    """Where it happened; an exception's own words may quote a customer's."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{frame.name}, {frame.filename.rsplit('/', 1)[-1]}:{frame.lineno}"
