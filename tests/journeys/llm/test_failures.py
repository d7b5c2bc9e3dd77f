"""When no answer may be used: one retry within the deadline, then the node's own answer, and a line in the log."""

import time
from typing import Any

import pytest
from structlog.testing import capture_logs

from tests.depth import sampled
from tests.journeys.llm.asking import FACTS, GOOD, INTENT, mind, outcomes
from tests.loopback import openai_server as says
from tests.loopback.openai_server import OpenAIServer, Reply

NONSENSE = {
    "no JSON": says.completion("I would say sales."),
    "half a JSON": says.completion('{"intent": "sa'),
    "another schema": says.answer({"mood": "good"}),
    "too much": says.answer({**GOOD, "tenant_id": "1"}),
    "too little": says.answer({"intent": "sales"}),
    "too sure": says.answer({"intent": "sales", "confidence": 1.7}),
    "not a number": says.completion('{"intent": "sales", "confidence": NaN}'),
    "a number in quotes": says.answer({"intent": "sales", "confidence": "0.9"}),
    "an empty word": says.answer({"intent": "", "confidence": 0.9}),
    "a list": says.answer([GOOD]),
    "deeply nested": says.completion("[" * 50_000),
    "cut off": says.completion('{"intent"', finish="length"),
    "a web page": says.garbage(),
    "null choices": Reply(body=b'{"choices": null}'),
    "an error with 200": Reply(body=b'{"error": {"message": "no"}}'),
    "no object": Reply(body=b"[1]"),
    "broken UTF-8": Reply(body=b'\xff\xfe{"choices"'),
}
RETRIED: dict[str, tuple[Reply, str]] = {
    **{name: (reply, "nonsense") for name, reply in NONSENSE.items()},
    "no choices": (says.no_choices(), "empty"),
    "no content": (says.completion(None), "empty"),
    "a refusal": (says.completion(None, refusal="I cannot."), "refused"),
    "a filter": (says.completion("", finish="content_filter"), "refused"),
    "a broken connection": (says.cut_short(), "connection"),
    "500": (says.error(500), "server_error"),
    "503": (says.error(503, retry_after="0"), "server_error"),
    "429": (says.error(429, retry_after="0.05"), "rate_limited"),
}
FINAL = {
    "401": (says.error(401, "invalid_api_key"), "unauthorised"),
    "403": (says.error(403), "unauthorised"),
    "400": (says.error(400), "rejected"),
    "404": (says.error(404), "rejected"),
    "429 for a minute": (says.error(429, retry_after="60"), "rate_limited"),
    "429 till a date": (says.error(429, retry_after="Fri, 01 Jan 2027 00:00:00 GMT"), "rate_limited"),
}


def cases(table: dict[str, tuple[Reply, str]]) -> list[Any]:
    return [pytest.param(reply, reason, id=name) for name, (reply, reason) in table.items()]


@pytest.mark.parametrize(("reply", "reason"), sampled(cases(RETRIED), quick=9))
def test_what_may_pass_is_tried_once_more_and_then_answered_locally(
    openai_server: OpenAIServer, reply: Reply, reason: str
) -> None:
    openai_server.reply = reply
    asker = mind(openai_server)
    assert asker.ask(INTENT, FACTS).intent == "local"
    assert outcomes(asker) == [("openai", reason), ("openai", reason), ("local", reason)]
    assert len(openai_server.asked) == 2


@pytest.mark.parametrize(("reply", "reason"), cases(FINAL))
def test_what_will_not_pass_is_not_tried_again(openai_server: OpenAIServer, reply: Reply, reason: str) -> None:
    openai_server.reply = reply
    asker = mind(openai_server)
    assert asker.ask(INTENT, FACTS).intent == "local"
    assert outcomes(asker) == [("openai", reason), ("local", reason)]


@pytest.mark.parametrize("reply", [pytest.param(reply, id=name) for name, (reply, _) in RETRIED.items()])
def test_a_good_second_answer_is_used(openai_server: OpenAIServer, reply: Reply) -> None:
    openai_server.script, openai_server.reply = [reply], says.answer(GOOD)
    assert mind(openai_server).ask(INTENT, FACTS).intent == "sales"


def test_nonsense_is_told_why_and_paid_for(openai_server: OpenAIServer) -> None:
    openai_server.script = [says.answer({"intent": "sales", "confidence": 1.7}, tokens=(10, 5))]
    openai_server.reply = says.answer(GOOD)
    asker = mind(openai_server)
    asker.ask(INTENT, FACTS)
    assert asker.trace.model_calls[0].tokens_out == 5
    assert "confidence: " in openai_server.asked[1].json["messages"][-1]["content"]


SLOW = {
    "silence": says.hang(5),
    "a trickle": says.answer(GOOD, trickle=0.05),
    "trickling headers": says.answer(GOOD, trickle=0.05, trickle_headers=True),
}


@pytest.mark.parametrize("reply", [pytest.param(reply, id=name) for name, reply in SLOW.items()])
def test_a_slow_server_holds_a_turn_for_two_timeouts_at_most(openai_server: OpenAIServer, reply: Reply) -> None:
    openai_server.reply = reply
    asker = mind(openai_server, timeout_seconds=0.2)
    started = time.monotonic()
    assert asker.ask(INTENT, FACTS).intent == "local"
    assert time.monotonic() - started < 4
    assert set(outcomes(asker)) == {("openai", "timeout"), ("local", "timeout")}
    assert len(openai_server.asked) <= 2


def test_all_questions_of_a_turn_share_its_deadline(openai_server: OpenAIServer) -> None:
    openai_server.reply = says.hang(5)
    asker = mind(openai_server, timeout_seconds=0.2, seconds=0.5)
    started = time.monotonic()
    for _ in range(3):
        assert asker.ask(INTENT, FACTS).intent == "local"
    assert time.monotonic() - started < 4
    assert outcomes(asker)[-1] == ("local", "too_late")
    assert len(openai_server.asked) <= 2


def test_a_pause_that_would_outlast_the_deadline_is_not_made(openai_server: OpenAIServer) -> None:
    openai_server.reply = says.error(429, retry_after="2")
    asker = mind(openai_server, timeout_seconds=1)
    assert asker.ask(INTENT, FACTS).intent == "local"
    assert len(openai_server.asked) == 1


def test_an_address_where_nobody_listens_is_answered_locally() -> None:
    with OpenAIServer().running() as gone:
        pass
    asker = mind(gone)
    assert asker.ask(INTENT, FACTS).intent == "local"
    assert outcomes(asker)[-1] == ("local", "connection")


def test_a_check_that_breaks_is_a_fault_and_not_hidden(openai_server: OpenAIServer) -> None:
    openai_server.reply = says.answer(GOOD)

    def broken(said: object) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        mind(openai_server).ask(INTENT, FACTS, check=broken)


def test_the_log_names_nodes_and_reason_and_nothing_that_was_said(openai_server: OpenAIServer) -> None:
    openai_server.reply = says.error(401, "invalid_api_key")
    with capture_logs() as logs:
        mind(openai_server, api_key="sk-secret").ask(INTENT, {"text": "viatu"})
    failed = next(log for log in logs if log["event"] == "journeys.llm.failed")
    assert (failed["reason"], failed["nodes"]) == ("unauthorised", ("intent_classify",))
    assert [log["log_level"] for log in logs if log["event"] == "journeys.llm.breaker.opened"] == ["error"]
    assert not any(secret in str(logs) for secret in ("sk-secret", "viatu", "Say what she wants"))
