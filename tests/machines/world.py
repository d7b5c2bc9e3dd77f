"""What one machine after the other plays in: Twilio, the line to it, death, and a clock passed on by hand."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.test import Client

from tenants.models import Tenant
from tests.machines.death import Mortality, Wire
from tests.machines.twilio import ChosenTwilio

TICK = timedelta(milliseconds=1)


@dataclass
class World:
    """What one machine after the other plays in."""

    twilio: ChosenTwilio
    wire: Wire
    mortality: Mortality
    make_tenant: Callable[[], Tenant]
    now: datetime
    client: Client = field(default_factory=Client)

    def __post_init__(self) -> None:
        self._begin = self.now
        self.twilio.clock = lambda: self.now

    def begin_again(self) -> None:
        self.now, self.wire.meanwhile = self._begin, None
        self.twilio.clear()

    def pass_time(self, time: timedelta) -> None:
        self.now += time

    def look_at_clock(self) -> datetime:
        """It never shows the same time twice, so that nothing is ordered by chance."""
        self.now += TICK
        return self.now
