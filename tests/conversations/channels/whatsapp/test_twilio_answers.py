"""Answers recorded by another gateway in production: each leads to one sending and the right state."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conversations.models import OutboundMessage
from journeys.reply import Media, Reply, Text
from tenants.models import Tenant
from tests.conversations.outbox.conftest import Room
from tests.loopback.twilio_server import TwilioServer

Status = OutboundMessage.Status
RECORDED = Path(__file__).resolve().parents[5] / "shared" / "data" / "twilio_payloads" / "rest_send_answers.jsonl"
ANSWERS = [json.loads(line) for line in RECORDED.read_text().splitlines()] if RECORDED.exists() else []
# By what the other gateway calls it: our state and code.
EXPECTED = {
    None: (Status.SENT, ""),
    "channels.ErrResponseStatus": (Status.FAILED, "20003"),
    "channels.ErrConnectionThrottled": (Status.QUEUED, ""),
    "channels.ErrContactStopped": (Status.FAILED, "21610"),
    'channels.ErrFailedWithReason("1001", "Service specific error: 1001.")': (Status.FAILED, "1001"),
}

pytestmark = [pytest.mark.django_db, pytest.mark.skipif(not ANSWERS, reason="the recorded answers are not here")]


@pytest.mark.parametrize("recorded", ANSWERS, ids=[f"{n}-{one['label']}" for n, one in enumerate(ANSWERS)])
def test_a_recorded_answer_leads_to_the_right_state(
    recorded: dict[str, Any], make_tenant: Callable[..., Tenant], to_twilio: TwilioServer
) -> None:
    room = Room(make_tenant(), to_twilio)
    text = recorded["text"]
    reply: Reply = Text(text=text) if text else Media(url="https://shop.example/x.jpg")
    to_twilio.fail_next(*[(one["status"], json.loads(one["body"])) for one in recorded["http_answers"]])
    room.enqueue(reply)
    room.deliver()
    status, code = EXPECTED[recorded["expected_error"]]
    if recorded["label"] == "No SID":
        status = Status.UNKNOWN
    assert (room.row.status, room.row.error_code) == (status, code)
    assert len(to_twilio.messages) == 1
    assert room.row.provider_id == ("1002" if status == Status.SENT else "")
    assert status == Status.SENT or room.row.reason
