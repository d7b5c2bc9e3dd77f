"""/metrics: who may read it, what it counts over all processes, and what it never tells."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from datetime import timedelta
from typing import Any

import psycopg
import pytest
from django.core.cache import cache
from django.db import OperationalError
from django.test import Client
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from config.serving import metrics
from conversations.models import Conversation
from conversations.tasks import heartbeat
from journeys.llm.breaker import THRESHOLD, Breaker
from tenants.models import Tenant
from tenants.scope import tenant_scope
from tenants.telemetry import folder
from tests.here import ROOT
from tests.talk import Talk

TOKEN = "a-token-that-nobody-guesses-1"
Samples = dict[tuple[str, ...], float]


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    metrics.forget()
    yield
    metrics.forget()


def page() -> str:
    response = Client().get("/metrics")
    assert response.status_code == 200
    return response.content.decode()


def samples() -> Samples:
    """Every sample by its name and the values of its labels, in the order of their names."""
    return {
        (sample.name, *(sample.labels[label] for label in sorted(sample.labels))): sample.value
        for family in text_string_to_metric_families(page())
        for sample in family.samples
    }


def grown(before: Samples, after: Samples) -> Samples:
    return {name: value - before.get(name, 0) for name, value in after.items() if value != before.get(name, 0)}


@pytest.mark.parametrize(
    ("peer", "headers", "token", "is_public", "status"),
    [
        ("127.0.0.1", {}, None, False, 200),
        ("::1", {}, None, False, 200),
        ("::ffff:127.0.0.1", {}, None, False, 200),
        ("10.0.0.7", {}, None, False, 404),
        ("", {}, None, False, 404),
        ("127.0.0.1", {"X-Forwarded-For": "41.90.1.1"}, None, False, 404),
        ("127.0.0.1", {"Forwarded": "for=41.90.1.1"}, None, False, 404),
        ("127.0.0.1", {}, None, True, 404),
        ("127.0.0.1", {}, TOKEN, True, 404),
        ("41.90.1.1", {"Authorization": f"Bearer {TOKEN}"}, TOKEN, True, 200),
        ("41.90.1.1", {"Authorization": f"Bearer {TOKEN}x"}, TOKEN, True, 403),
        ("41.90.1.1", {"Authorization": f"Bearer {TOKEN[:-1]}é"}, TOKEN, True, 403),
        ("41.90.1.1", {"Authorization": "Bearer "}, TOKEN, True, 403),
        ("41.90.1.1", {"Authorization": "Bearer None"}, None, True, 403),
        ("41.90.1.1", {"Authorization": TOKEN}, TOKEN, True, 403),
        ("41.90.1.1", {}, TOKEN, True, 404),
    ],
)
def test_who_may_read_it(
    db: None, settings: Any, peer: str, headers: dict[str, str], token: str | None, is_public: bool, status: int
) -> None:
    base = "https://tulia.example" if is_public else None
    settings.TULIA = settings.TULIA.model_copy(update={"metrics_token": token, "public_base_url": base, "demo": False})
    assert Client(REMOTE_ADDR=peer).get("/metrics", headers=headers).status_code == status
    if status == 200:
        assert Client(REMOTE_ADDR=peer).post("/metrics", headers=headers).status_code == 405


def test_a_talk_is_counted_and_tells_nothing_of_the_customer(duka: Tenant, talk: Callable[..., Talk]) -> None:
    customer = talk(duka)
    before = samples()
    assert customer.say("nataka viatu vya kukimbia chini ya 5000")
    assert customer.post(Body="forged", signature="no").status_code == 403
    after = grown(before, samples())
    assert after["tulia_messages_in_total", "whatsapp", "text", "recorded"] == 1
    assert after["tulia_turns_total", "sales", "committed"] == 1
    assert after["tulia_turn_seconds_count", "sales"] == after["tulia_answer_seconds_count", "sales"] == 1
    assert after["tulia_messages_out_total", "whatsapp", "sent"] >= 1
    assert after["tulia_tool_calls_total", "ok", "catalog_search"] >= 1
    assert after["tulia_webhook_refusals_total", "twilio", "signature", "403"] == 1
    assert after["tulia_requests_total", "POST", "webhooks/twilio/<str:token>/", "403"] == 1
    assert after["tulia_log_events_total", "conversations.webhook.refused", "warning"] == 1
    told = page()
    channel = customer.channel
    for secret in (customer.sender.removeprefix("whatsapp:+"), channel.webhook_token, "viatu", "duka", str(duka.id)):
        assert secret not in told


def test_a_model_that_fails_is_seen(db: None) -> None:
    breaker = Breaker("test-model at model.example", clock=lambda: 0.0)
    for _ in range(THRESHOLD):
        breaker.failed()
    assert samples()["tulia_breaker_open", "test-model at model.example"] == 1
    breaker.succeeded()
    assert samples()["tulia_breaker_open", "test-model at model.example"] == 0


COUNT = """
from tenants.telemetry import metrics
metrics.TURNS.labels("sales", "committed").inc(7)
metrics.TURN_SECONDS.labels("sales").observe(3)
metrics.BREAKER_OPEN.labels("gone at model.example").set(1)
"""


def test_what_a_process_counted_outlives_it_and_is_counted_once(db: None) -> None:
    before = samples()
    environ = {**os.environ, folder.SETTING: str(folder.folder())}
    for _ in range(2):
        subprocess.run([sys.executable, "-c", COUNT], cwd=ROOT, env=environ, check=True)
    for _ in range(3):
        after = grown(before, samples())
        assert after["tulia_turns_total", "sales", "committed"] == 14
        assert after["tulia_turn_seconds_count", "sales"] == 2
        assert after["tulia_turn_seconds_bucket", "sales", "4.0"] == 2
        assert ("tulia_breaker_open", "gone at model.example") not in after
    own = {path.name for path in folder.folder().glob("*.db") if f"_{os.getpid()}." not in path.name}
    assert own == {"counter_ended.db", "histogram_ended.db"}


def test_what_waits_is_seen(duka: Tenant, talk: Callable[..., Talk]) -> None:
    customer = talk(duka)
    customer.post(Body="Hi")
    with tenant_scope(duka.id):
        Conversation.objects.update(waiting_since=timezone.now() - timedelta(seconds=90))
    heartbeat()
    found = samples()
    assert found["tulia_conversations_waiting",] == 1
    assert 90 <= found["tulia_oldest_unanswered_seconds",] < 100
    assert found["tulia_outbox_messages", "queued"] == 0
    assert found["tulia_outbox_age_seconds",] == 0
    assert found["tulia_database_up",] == 1
    assert 0 <= found["tulia_heartbeat_age_seconds",] < 30
    cache.clear()


def test_the_database_is_asked_seldom_and_by_its_indexes(
    duka: Tenant, statements: Callable[[], AbstractContextManager[list[str]]]
) -> None:
    with statements() as asked:
        page()
        page()
    assert len(asked) <= len(metrics.FIGURES) + 2, asked


def test_a_database_that_is_away_is_told_and_breaks_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> None:
        raise OperationalError("server closed the connection") from psycopg.OperationalError()

    monkeypatch.setattr(metrics, "fleet_scope", away)
    found = samples()
    assert found["tulia_database_up",] == 0
    assert ("tulia_oldest_unanswered_seconds",) not in found
