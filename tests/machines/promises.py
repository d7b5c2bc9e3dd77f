"""What the mail room promises, as checks over its rows and over what Twilio took."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from itertools import pairwise
from uuid import UUID

from conversations.turn.late import NOTICE_POSITION
from tests.machines.look import Row
from tests.machines.twilio import Taken

RANK = {"queued": 0, "sending": 0, "unknown": 0, "sent": 1, "delivered": 2, "read": 3, "failed": 4, "withdrawn": 5}
# The first words of the machine's own replies; what else is sent apologises for being late, or for having failed.
ANSWERS = ("re", "also")
SAID_AGAIN = "What I wrote to you earlier may not have arrived."
ERRORS_BEFORE_PARKING, DEATHS_BEFORE_PARKING = 3, 6
Height = tuple[int, str, int]


def stored_once(
    inbound: Sequence[Row], acknowledged: Mapping[str, tuple[UUID, str]], offered: Sequence[Mapping[str, str]]
) -> None:
    times = Counter(row["sid"] for row in inbound)
    where = {row["sid"]: (row["tenant_id"], row["address"]) for row in inbound}
    assert all(count == 1 for count in times.values()), "a message was stored twice"
    for sid, whose in acknowledged.items():
        assert where.get(sid) == whose, "an acknowledged message was lost, or is somebody else's"
    assert set(times) <= {message["MessageSid"] for message in offered}


def answered_once(inbound: Sequence[Row], outbound: Sequence[Row], listened: Collection[UUID] = ()) -> None:
    """A message's replies are those of the one committed turn that answered it; a turn that listened gives none."""
    turns = defaultdict(set)
    for row in outbound:
        if row["author"] == "operator" or row["is_notice"] or row["turn_id"] is None:
            continue
        first, *sids = row["body"].split()
        if row["body"].startswith(SAID_AGAIN):
            continue
        if first not in ANSWERS:
            assert row["position"] == NOTICE_POSITION or row["turn_status"] == "parked", "an apology without a reason"
            continue
        assert row["turn_status"] == "committed", "a turn that was not committed has replied"
        for sid in sids:
            turns[sid].add(row["turn_id"])
    for row in inbound:
        if row["status"] == "answered":
            assert row["turn_status"] == "committed"
            own = set() if row["turn_id"] in listened else {row["turn_id"]}
            assert turns[row["sid"]] == own, "answered by another turn than its own"
        else:
            assert not turns[row["sid"]], "replied to, but not answered"


def parked_for_a_reason(inbound: Sequence[Row], thought: Counter[UUID], broke: Counter[UUID]) -> None:
    """Three errors of a turn, or six deaths of its workers: one of the two, not their sum."""
    for row in inbound:
        if row["status"] == "parked":
            has_erred = broke[row["turn_id"]] >= ERRORS_BEFORE_PARKING
            assert has_erred or thought[row["turn_id"]] >= DEATHS_BEFORE_PARKING, "parked too early"


def in_order(inbound: Sequence[Row]) -> None:
    """Turns follow receipt: nothing is settled before what came earlier is."""
    for one, following in pairwise(inbound):
        if one["conversation_id"] == following["conversation_id"] and following["status"] != "pending":
            assert one["status"] != "pending", "a later message was settled before an earlier one"
            assert one["finished_at"] <= following["finished_at"]


def sent_once(outbound: Sequence[Row], taken: Sequence[Taken]) -> None:
    """Twilio has a message twice only when its row says that this may be so; it has them in the outbox's order.

    A notice of which nobody knew whether it had gone is true later, too.
    """
    rows = {row["own_id"]: row for row in outbound}
    for own_id, count in Counter(one.own_id for one in taken).items():
        row = rows[own_id]
        assert count <= 1 + row["spent"] or row["is_ambiguous"], "sent twice, and not marked"
    first: dict[str, int] = {}
    for place, one in enumerate(taken):
        first.setdefault(one.own_id, place)
    went = [row for row in outbound if row["own_id"] in first and not (row["is_notice"] and row["is_ambiguous"])]
    for one, following in pairwise(went):
        if one["conversation_id"] == following["conversation_id"]:
            assert first[one["own_id"]] < first[following["own_id"]], "sent out of order"


def climbing(outbound: Sequence[Row], climbed: dict[str, Height]) -> None:
    """A status falls back only when the message was given up under its SID and is sent under another."""
    for row in outbound:
        rank, spent = RANK[row["status"]], row["spent"]
        before, was, spent_before = climbed.get(row["own_id"], (0, "", 0))
        is_fallen = rank < before or (row["status"] == "failed" and was in ("delivered", "read"))
        assert not is_fallen or spent > spent_before, f"{was} became {row['status']}"
        climbed[row["own_id"]] = (rank, row["status"], spent)


def nothing_missed(outbound: Sequence[Row], taken: Sequence[Taken]) -> None:
    """What Twilio most likely never had has gone out again with a later answer."""
    told = [one.document["body"] for one in taken]
    for row in outbound:
        is_past = row["author"] == "operator" or row["owner_epoch"] != row["epoch_now"]
        if row["status"] == "unknown" and row["position"] < NOTICE_POSITION and not is_past:
            assert row["is_repeated"], "a reply was lost"
            assert any(row["body"] in text for text in told), "a reply that was to go out again did not"


def one_speaks(outbound: Sequence[Row], owners: Mapping[UUID, Sequence[tuple[datetime, str, int]]]) -> None:
    """What the assistant says goes out while it owns the conversation, under the epoch in which it was thought.

    What a person says was written while they owned it. A consent word's confirmation may go out at any time; that
    nobody comes is of no turn, and said only while it is so.
    """
    for row in outbound:
        moment = row["queued_at"] if row["author"] == "operator" else row["tried_at"]
        if moment is None or row["is_notice"]:
            continue
        past = [(owner, epoch) for at, owner, epoch in owners.get(row["conversation_id"], ()) if at <= moment]
        owner, epoch = past[-1] if past else ("assistant", 0)
        if row["author"] == "assistant" and row["turn_id"] is None:
            assert owner != "assistant", "told that nobody comes, and the assistant has it"
            assert epoch == row["owner_epoch"], "told that somebody stays away who has it no more"
            continue
        assert (owner, epoch) == (row["author"], row["owner_epoch"]), f"{row['author']} spoke while {owner} had it"


def drained(inbound: Sequence[Row], outbound: Sequence[Row], taken: Sequence[Taken]) -> None:
    assert {row["status"] for row in inbound} <= {"answered", "parked"}, "somebody was not answered"
    assert not {row["status"] for row in outbound} & {"queued", "sending"}, "something was not sent"
    have = {one.own_id for one in taken}
    for row in outbound:
        assert row["status"] not in ("sent", "delivered", "read") or row["own_id"] in have, "Twilio never had it"
        assert row["status"] != "failed" or row["reason"], "given up without a reason"
        assert row["status"] != "unknown" or row["is_ambiguous"], "still in doubt, and nobody looks"
