"""Fixtures of the whole suite: tenants behind the wall, a talk through the webhook, a loopback Twilio."""

import gc
import logging
import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import hypothesis
import pytest
from django.db import connection

from tenants.models import Tenant
from tests import databases, demo, people
from tests.browser import live
from tests.loopback.twilio_server import TwilioServer
from tests.talk import Talk

# A busy machine is no failure: nothing is told by the clock. In CI the same examples every time; elsewhere new ones.
hypothesis.settings.register_profile(
    "patient", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow], print_blob=True
)
hypothesis.settings.register_profile("ci", hypothesis.settings.get_profile("patient"), derandomize=True)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") == "true" else "patient")

pytest_plugins = ["tests.loopback.plugin", "tests.schedule", "tests.spent", "tests.told", "tests.attacks.report"]
MakeTenant = Callable[..., Tenant]
NOT_COUNTED = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "ROLLBACK", "SET ", "SELECT set_config(")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Thousands of tests are here to stay: nobody looks for garbage among them, and less often for what tests leave."""
    gc.disable()
    collected = yield
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()
    return collected


@pytest.fixture(scope="session")
def django_db_setup() -> None:
    """The database is ready before Django is: tests.settings has made it."""


@pytest.fixture
def committed_db(django_db_setup: None, django_db_blocker: pytest.FixtureRequest) -> Iterator[None]:
    """A database whose transactions really commit, for tests with threads; emptied afterwards."""
    with django_db_blocker.unblock():
        yield
    databases.empty()


class _Kept(logging.Handler):
    """Keeps what is logged."""

    def __init__(self) -> None:
        super().__init__()
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


@pytest.fixture
def logged() -> Iterator[list[logging.LogRecord]]:
    """What is logged meanwhile."""
    kept = _Kept()
    logging.getLogger().addHandler(kept)
    yield kept.records
    logging.getLogger().removeHandler(kept)


@pytest.fixture
def make_tenant() -> MakeTenant:
    """Make a tenant with one channel; keywords are the tenant's fields."""
    return people.new_tenant


@pytest.fixture
def duka(db: None) -> Tenant:
    """The demo shop with its whole catalog."""
    return demo.put("duka")


@pytest.fixture(scope="session")
def live_tulia(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a Tulia that really runs; TULIA_LIVE_URL names one that is running already."""
    if "TULIA_LIVE_URL" in os.environ:
        yield os.environ["TULIA_LIVE_URL"]
        return
    with live.running(tmp_path_factory.mktemp("live"), TULIA_WORKER_PROCESSES="1") as address:
        yield address


@pytest.fixture(scope="session")
def twilio_api() -> Iterator[TwilioServer]:
    """A loopback server that takes messages in Twilio's form and keeps them."""
    with TwilioServer() as server:
        yield server


@pytest.fixture
def to_twilio(twilio_api: TwilioServer, settings: pytest.FixtureRequest) -> TwilioServer:
    """Sends everything meant for Twilio to the loopback server, emptied."""
    twilio_api.clear()
    settings.TULIA = settings.TULIA.model_copy(update={"twilio_api_base_url": twilio_api.url})
    return twilio_api


@pytest.fixture
def talk(to_twilio: TwilioServer, db: None, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Talk]:
    """Talk to a tenant as a customer: through the signed webhook, the real graph and Twilio's form.

    The heartbeat's thread has a connection of its own, which sees nothing of the test's transaction: on a busy machine
    it would take the lease of every turn for lost.
    """
    monkeypatch.setattr("conversations.turn._prolong", lambda held, now: None)
    return lambda tenant, **options: Talk(tenant=tenant, twilio=to_twilio, **options)


@pytest.fixture
def statements() -> Callable[[], AbstractContextManager[list[str]]]:
    """Collects SQL statements, without those that only begin, end or scope a transaction."""

    @contextmanager
    def collect() -> Iterator[list[str]]:
        seen: list[str] = []

        def keep(execute: Callable, sql: str, params: object, many: bool, context: object) -> object:
            if not sql.startswith(NOT_COUNTED):
                seen.append(sql)
            return execute(sql, params, many, context)

        with connection.execute_wrapper(keep):
            yield seen

    return collect
