"""The rest of a burst: a turn thinks from the first message on, but causes and says nothing while more may follow.

A newer message makes what was thought worth nothing: the turn stops at the next effect, model call or commit. Then it
hears the customer out, who has shown that they write in pieces, and thinks again of everything.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Final

from conversations.turn import lease as leases
from conversations.turn.lease import Lease
from journeys.context import TurnContext

# Quicker than a person's next line: what comes sooner was sent in one go.
LULL: Final = timedelta(milliseconds=500)
# However long people go on writing, whoever wrote first is answered after this.
CAP: Final = timedelta(seconds=5)

Now = Callable[[], datetime]
Wait = Callable[[float], None]


class Superseded(Exception):
    """Newer messages came and nothing was caused yet: this try's answer is not wanted any more."""


@dataclass(slots=True, kw_only=True)
class Burst:
    """What one try of a turn holds back, and until when."""

    lease: Lease
    ends_at: datetime
    """When what has been heard may be acted on, if nothing newer comes."""
    may_supersede: bool
    now: Now
    wait: Wait
    has_effects: bool = field(default=False, init=False)

    def around(self, context: TurnContext) -> TurnContext:
        """The context with which this try is thought."""
        return replace(context, settle=self.settle, mind=replace(context.mind, before=self.go_on))

    def settle(self, *, is_answer: bool) -> None:
        """Before an effect. What answers a question of ours is complete by itself, and waits for nothing."""
        if not is_answer:
            self.hold()
            self.go_on()
        self.has_effects = True

    def hold(self) -> None:
        """Wait for the end of the burst, unless something was caused, or the customer was heard out already."""
        left = self.ends_at - self.now()
        if self.may_supersede and not self.has_effects and left > timedelta(0):
            self.wait(left.total_seconds())

    def go_on(self) -> None:
        """Raise Superseded when what would follow is not wanted any more."""
        if self.may_supersede and not self.has_effects and leases.has_newer(self.lease):
            raise Superseded


def hear_out(lease: Lease, patience: timedelta, *, now: Now, wait: Wait) -> Lease | None:
    """Until nothing more has come for so long; the lease with what was heard by then, None when it was lost."""
    heard = leases.renew(lease, now=now())
    while heard is not None and (left := _left(heard, patience, now())) > timedelta(0):
        wait(left.total_seconds())
        before, heard = heard.heard, leases.renew(lease, now=now())
        if heard is None or heard.heard == before:
            break
    return heard


def _left(lease: Lease, patience: timedelta, now: datetime) -> timedelta:
    quiet_at, latest = (lease.last_inbound_at or now) + patience, (lease.waiting_since or now) + CAP
    return min(quiet_at, latest) - now
