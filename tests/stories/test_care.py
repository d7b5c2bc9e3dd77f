"""A telecom's care over several turns, on the phone: trouble and bill in one talk, each going on where it stood."""

from collections.abc import Callable

import pytest

from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests import demo
from tests.depth import sampled
from tests.talk import Talk
from tools.handoff.models import HandoffTicket

GRACE = "whatsapp:+254712000011"
Say = Callable[..., str]


@pytest.fixture
def mtandao(db: None) -> Tenant:
    return demo.put("mtandao", with_library=True)


@pytest.fixture
def grace(mtandao: Tenant, talk: Callable[..., Talk]) -> Say:
    conversation = talk(mtandao)
    conversation.sender = GRACE
    return lambda *texts: "\n".join(conversation.say(*texts))


def test_from_trouble_to_the_bill_and_back(grace: Say) -> None:
    assert "which lights are on" in grace("Internet is down")
    assert "1. Switch the ONT off" in grace("PON LED is blinking")
    assert "decided within 5 business days" in grace("How much is the refund?")
    back = grace("I did both, PON is still blinking")
    assert "teacup" in back
    assert "Switch the ONT off" not in back


def test_a_refund_is_gone_on_with_after_a_question_in_between(grace: Say) -> None:
    assert "Why do you want the money back" in grace("I want to request a refund for invoice INV-20261001")
    told = grace("my LOS light is red, what should I do?")
    assert "plug" in told
    assert "technician" in told
    assert "R10001" in grace("Reason: overcharge. Amount: KES 100")
    assert "all the steps" in grace("I did that, still red")


@pytest.mark.parametrize(
    ("trouble", "told", "again", "then"),
    sampled(
        [
            ("taa ya LOS ni nyekundu", "technician", "nimejaribu bado", "Niwafikishie"),
            ("LOS iko red bana", "technician", "nishatry bado tu", "Niwafikishie"),
            ("mobile data haifanyi kazi", "*544#", "nimefanya hivyo bado", "Put the SIM into another phone"),
            ("my wifi drops again and again", "lights", "did that, still dropping", "channel"),
        ],
        quick=2,
    ),
)
def test_the_next_step_in_three_languages(grace: Say, trouble: str, told: str, again: str, then: str) -> None:
    assert told in grace(trouble)
    assert then in grace(again)


def test_the_ticket_tells_what_was_tried(grace: Say, mtandao: Tenant) -> None:
    grace("my LOS light is red")
    grace("I did that, still red")
    assert "T-" in grace("still red")
    with tenant_scope(mtandao.id):
        summary = HandoffTicket.objects.get().summary
    assert "Ask a neighbour" in summary
    assert "Tried: I did that, still red" in summary
