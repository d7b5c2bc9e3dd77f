"""Whatever happens in whichever order, the mail room neither loses, doubles nor mixes up a message."""

from collections.abc import Callable, Iterator
from functools import partial

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test
from pydantic import AnyHttpUrl

from tenants.models import Tenant
from tests.machines.death import Mortality, Wire
from tests.machines.mail_room import MailRoom, World
from tests.machines.twilio import ChosenTwilio

ENOUGH = settings(max_examples=100, stateful_step_count=20, deadline=None, suppress_health_check=list(HealthCheck))
MUST_DIE_IN = {"inbox/record.py", "turn/lease.py", "turn/batch.py", "turn/commit.py", "outbox/delivery/claim.py"}


@pytest.fixture
def world(
    committed_db: None,
    make_tenant: Callable[..., Tenant],
    settings: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[World]:
    """A database that commits, a Twilio whose answers are chosen, and a clock that is passed on by hand."""
    mortality = Mortality()
    with ChosenTwilio() as twilio:
        settings.TULIA = settings.TULIA.model_copy(update={"twilio_api_base_url": AnyHttpUrl(twilio.url)})
        world = World(
            twilio=twilio, wire=Wire(mortality, monkeypatch), mortality=mortality, make_tenant=make_tenant,
            now=timezone.now(),
        )  # fmt: skip
        monkeypatch.setattr(timezone, "now", world.look_at_clock)
        yield world


@pytest.mark.slow
def test_the_mail_room_keeps_its_promises(world: World) -> None:
    run_state_machine_as_test(partial(MailRoom, world), settings=ENOUGH)
    assert world.mortality.places >= MUST_DIE_IN, "nobody died where it matters"
