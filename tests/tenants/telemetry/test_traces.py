"""A message's whole way is one trace at the collector, without a word of anybody's; and a collector costs no turn."""

import atexit
import socket
import threading
from collections.abc import Callable, Iterator
from datetime import timedelta
from logging import LogRecord
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.utils import timezone
from pydantic import AnyHttpUrl

from conversations import outbox, turn
from conversations.models import InboundMessage, OutboundMessage
from conversations.sweep import due
from tenants.models import Tenant
from tenants.scope import tenant_scope
from tenants.telemetry import otlp, spans
from tests.journeys.test_model_turns import Script
from tests.loopback.collector import Collector, Span
from tests.loopback.openai_server import OpenAIServer
from tests.talk import Talk

KEY, NAME = "sk-planted-key-123456", "Wanjiru Planted"


@pytest.fixture
def collector() -> Iterator[Collector]:
    with Collector() as running:
        yield running


@pytest.fixture
def tracer(collector: Collector) -> Iterator[otlp.OtlpTracer]:
    started = otlp.start(collector.url)
    yield started
    spans.use(None)
    started.end()
    atexit.unregister(started.end)


@pytest.fixture
def customer(
    duka: Tenant, talk: Callable[..., Talk], openai_server: OpenAIServer, settings: Any, tracer: otlp.OtlpTracer
) -> Talk:
    """Of a tenant that a model serves; the first answer introduces the assistant."""
    openai_server.reply = Script()
    model = {
        "openai_base_url": AnyHttpUrl(openai_server.base_url), "openai_api_key": KEY, "model_timeout_seconds": 20.0,
    }  # fmt: skip
    settings.TULIA = settings.TULIA.model_copy(update=model)
    return talk(duka)


def inbox_ids(customer: Talk) -> list[UUID]:
    with tenant_scope(customer.tenant.id):
        return list(InboundMessage.objects.order_by("received_at", "id").values_list("id", flat=True))


def ancestors(span: Span, among: list[Span]) -> list[str]:
    by_id, names = {one.span_id: one for one in among}, []
    while span.parent_id in by_id:
        span = by_id[span.parent_id]
        names.append(span.name)
    return names


def test_a_whole_turn_is_one_trace_without_a_word_of_the_customers(
    customer: Talk, tracer: otlp.OtlpTracer, collector: Collector
) -> None:
    said = customer.say("running shoes for my Plantedfriend please", ProfileName=NAME)
    tracer.flush()
    (message_id,) = inbox_ids(customer)
    assert {span.trace_id for span in collector.spans} == {message_id.hex}
    (model, *_), (tool, *_) = collector.named("model"), collector.named("tool catalog_search")
    (send,) = collector.named("send")
    assert ancestors(model, collector.spans) == ["node understand", "turn", "webhook"]
    assert ancestors(tool, collector.spans)[-2:] == ["turn", "webhook"]
    assert ancestors(tool, collector.spans)[0].startswith("node ")
    assert ancestors(send, collector.spans) == ["webhook"]
    assert model.attributes["model"] == "gpt-4o-mini"
    assert (tool.attributes["outcome"], send.attributes["outcome"]) == ("ok", "sent")
    assert collector.named("turn")[0].attributes["outcome"] == "committed"

    channel = customer.channel
    secrets = [KEY, NAME, "Plantedfriend", "running", customer.sender[-9:], channel.webhook_token, channel.auth_token]
    words = [word for text in said for word in text.split() if len(word) > 6]
    assert len(words) > 5
    for text in (*secrets, channel.sender[-9:], customer.tenant.name, customer.tenant.slug, *words):
        assert text.encode() not in collector.raw, text


def test_a_burst_belongs_to_its_first_message_and_a_later_try_finds_the_trace(
    customer: Talk, tracer: otlp.OtlpTracer, collector: Collector
) -> None:
    busy = (503, {"code": 20503, "message": "busy"})
    customer.twilio.behaviour.statuses += [busy, busy]  # for the list's template, and for the message
    customer.say("running shoes", "under 5000")
    with tenant_scope(customer.tenant.id):
        OutboundMessage.objects.update(due_at=timezone.now() - timedelta(seconds=1))
    for ids in due.sendings(grace=timedelta(0)):
        outbox.deliver(*ids, wait=lambda seconds: None)
    tracer.flush()
    first, second = inbox_ids(customer)
    (turned,) = collector.named("turn")
    assert (turned.trace_id, turned.links) == (first.hex, (second.hex,))
    assert [span.trace_id for span in collector.named("webhook")] == [first.hex, second.hex]
    assert {span.trace_id for span in collector.named("send")} == {first.hex}
    assert [span.attributes["outcome"] for span in collector.named("send")] == ["queued", "sent"]


def test_an_error_is_told_by_its_type(customer: Talk, tracer: otlp.OtlpTracer, collector: Collector) -> None:
    def think(state: Any, context: Any) -> Any:
        raise RuntimeError(f"no digestion of {context.text}")

    customer.post(Body="Plantedwords")
    turn.run(customer.tenant.id, customer.conversation.id, think=think)
    tracer.flush()
    (turned,) = collector.named("turn")
    assert turned.attributes["attempts"] == 1
    assert b"Plantedwords" not in collector.raw
    assert b"digestion" not in collector.raw


def test_only_codes_are_said_of_a_span(tracer: otlp.OtlpTracer, collector: Collector) -> None:
    said: dict[str, Any] = {
        "tool": "a sentence? yes", "model": "+254712000001", "kind": "x" * 81, "outcome": "ok\nnot",
        "journey": "viatu é", "body": "hi", "attempts": 3,
    }  # fmt: skip
    with pytest.raises(ValueError, match="of hers"), spans.of_messages("turn", [uuid4()], **said):
        raise ValueError("words of hers")
    tracer.flush()
    (span,) = collector.spans
    assert span.attributes == {"attempts": 3, "error": "ValueError"}
    assert span.is_error
    assert b"of hers" not in collector.raw


def test_a_collector_that_does_not_answer_holds_nobody_up() -> None:
    """Were anybody held up, this test would never end: the collector answers once all is over."""
    with Collector(is_hanging=True) as collector:
        tracer = otlp.OtlpTracer(collector.url)
        for _ in range(3_000):
            with tracer.span("turn", {}):
                pass
        tracer.end()
        assert collector.raw == b""
        sending = [thread for thread in threading.enumerate() if thread.name.startswith("OtelBatch")]
        assert sending, "it waits for its one answer"
        collector.is_hanging = False
        for thread in sending:
            thread.join(timeout=5)
        assert not any(thread.is_alive() for thread in sending), "and after that it tries nothing more"


def test_a_collector_that_is_away_is_told_once(logged: list[LogRecord]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        tracer = otlp.OtlpTracer(f"http://secret:word@127.0.0.1:{taken.getsockname()[1]}")
        exporter = tracer._provider._active_span_processor._span_processors[0].span_exporter  # type: ignore[attr-defined]
        exporter._exporter._client._timeout = 0.2
        for _ in range(2):
            with tracer.span("turn", {}):
                pass
            tracer.flush()
        tracer.end()
    said = [record.getMessage() for record in logged]
    assert sum("telemetry.collector.away" in one for one in said) == 1
    assert "secret" not in " ".join(said)
