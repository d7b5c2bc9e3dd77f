"""Whatever happens in whichever order, the mail room neither loses, doubles nor mixes up a message."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import count

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test
from pydantic import AnyHttpUrl

from tenants.models import Tenant
from tests.depth import rounds, thorough
from tests.machines.death import Mortality, Wire
from tests.machines.desk import Desk
from tests.machines.mail_room import MailRoom
from tests.machines.twilio import ChosenTwilio
from tests.machines.world import World

ENOUGH = settings(max_examples=rounds(4, deep=400), stateful_step_count=20, suppress_health_check=list(HealthCheck))
DIES_IN = {
    MailRoom.receive_and_die_at: {"inbox/arrival.py", "inbox/sender.py"},
    MailRoom.work_and_die_at: {"turn/lease.py", "turn/batch.py", "turn/commit.py", "outbox/claim.py"},
}


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


def test_the_mail_room_keeps_its_promises(world: World) -> None:
    run_state_machine_as_test(partial(MailRoom, world), settings=ENOUGH)


@thorough
def test_an_operator_and_the_assistant_never_both_speak(world: World) -> None:
    run_state_machine_as_test(partial(Desk, world), settings=ENOUGH)


@thorough
@pytest.mark.parametrize("begin", [MailRoom.receive_and_die_at, MailRoom.work_and_die_at])
def test_a_worker_may_die_anywhere(world: World, begin: Callable[[MailRoom, int], None]) -> None:
    """One place after the other, from the first to the last, until one lives through it."""
    for steps in count():
        deaths, room = world.mortality.deaths, MailRoom(world)
        room.begin()
        begin(room, steps)
        room.keeps_its_promises()
        room.teardown()
        if world.mortality.deaths == deaths:
            break
    assert world.mortality.places >= DIES_IN[begin], "nobody died where it matters"
