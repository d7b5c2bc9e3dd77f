"""What a bill has told is known for what is asked next, while it stands in our last messages."""

from journeys.billing import state as billing
from journeys.state import begin
from journeys.state.slices import TranscriptMessage


def told(*ours: str) -> list[str]:
    said = [TranscriptMessage(who="us", text=text) for text in ours]
    state = begin(tenant_id="t", conversation_id="c", request_id="r").having(messages=said)
    return billing.amounts_told(billing.kept(state, amounts=["KES 2,999", "KES 2,499"]))


def test_what_stands_in_our_last_messages_is_known() -> None:
    assert told("You owe KES 2,499 on account MT-100201.") == ["KES 2,499"]
    assert told("We are open.") == []
