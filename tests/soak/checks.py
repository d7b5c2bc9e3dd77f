"""What must hold afterwards, asked of the database and of the loopback Twilio; each check gives its offences."""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import psycopg
from psycopg import sql
from psycopg.rows import dict_row

from tests.soak.crowd import Acknowledged
from tests.soak.site.twilio import Taken
from tests.soak.site.wire import Line

INBOUND = """
SELECT m.provider_id AS sid, m.status, m.received_at, m.conversation_id, m.tenant_id::text, c.address,
       t.id AS turn_id, t.status AS turn_status, t.started_at, t.finished_at
  FROM conversations_inboundmessage m
  JOIN conversations_conversation v ON v.id = m.conversation_id
  JOIN tenants_customer c ON c.id = v.customer_id
  LEFT JOIN conversations_turn t ON t.id = m.turn_id
 ORDER BY m.conversation_id, m.received_at, m.id
"""
OUTBOUND = """
SELECT o.*, o.id::text AS own_id, o.tenant_id::text AS tenant, c.address, h.twilio_account, h.sender
  FROM conversations_outboundmessage o
  JOIN conversations_conversation v ON v.id = o.conversation_id
  JOIN tenants_customer c ON c.id = v.customer_id
  JOIN tenants_channel h ON h.id = o.channel_id
 ORDER BY o.conversation_id, o.queued_at, o.turn_id, o.position
"""
TURNS = """
SELECT t.id, t.conversation_id, t.status, t.attempts, t.started_at, t.finished_at,
       jsonb_array_length(t.trace -> 'messages') AS thought_of,
       (SELECT count(*) FROM conversations_inboundmessage m WHERE m.turn_id = t.id) AS answered
  FROM conversations_turn t ORDER BY t.conversation_id, t.started_at
"""
LINKS = """
SELECT k.conrelid::regclass::text AS child, k.confrelid::regclass::text AS parent, a.attname AS reference
  FROM pg_constraint k
  JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = ANY (k.conkey) AND a.attname LIKE '%\\_id'
 WHERE k.contype = 'f' AND a.attname <> 'tenant_id' AND k.conparentid = 0
   AND EXISTS (SELECT FROM pg_attribute x WHERE x.attrelid = k.conrelid AND x.attname = 'tenant_id')
   AND EXISTS (SELECT FROM pg_attribute x WHERE x.attrelid = k.confrelid AND x.attname = 'tenant_id')
"""
WAITING = """
SELECT (SELECT count(*) FROM conversations_inboundmessage WHERE status = 'pending') AS unanswered,
       (SELECT count(*) FROM conversations_outboundmessage WHERE status IN ('queued', 'sending')) AS unsent
"""
Row = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """Everything the checks look at."""

    acknowledged: Sequence[Acknowledged]
    taken: Sequence[Taken]
    lines: Sequence[Line]
    inbound: Sequence[Row]
    outbound: Sequence[Row]
    turns: Sequence[Row]
    strays: Sequence[str]


def waiting(owner_url: str) -> tuple[int, int]:
    """How many messages wait for an answer, and how many for being sent."""
    with in_fleet(owner_url) as connection:
        row = connection.execute(WAITING).fetchone()
    return row["unanswered"], row["unsent"]


def gather(
    owner_url: str, *, acknowledged: Sequence[Acknowledged], taken: Sequence[Taken], lines: Sequence[Line]
) -> Evidence:
    with in_fleet(owner_url) as connection:
        return Evidence(
            acknowledged=acknowledged, taken=taken, lines=lines,
            inbound=connection.execute(INBOUND).fetchall(),
            outbound=connection.execute(OUTBOUND).fetchall(),
            turns=connection.execute(TURNS).fetchall(),
            strays=list(_strays(connection)),
        )  # fmt: skip


def in_fleet(owner_url: str) -> psycopg.Connection[Row]:
    connection = psycopg.connect(owner_url, autocommit=True, row_factory=dict_row)
    connection.execute("SET ROLE tulia_fleet")
    return connection


def _strays(connection: psycopg.Connection[Row]) -> list[str]:
    """Rows that refer to a row of another tenant, by every foreign key between tenants' tables."""
    found = []
    for link in connection.execute(LINKS).fetchall():
        counting = sql.SQL(
            "SELECT count(*) AS strays FROM {child} c JOIN {parent} p ON p.id = c.{reference}"
            " WHERE c.tenant_id <> p.tenant_id"
        ).format(
            child=sql.Identifier(link["child"]), parent=sql.Identifier(link["parent"]),
            reference=sql.Identifier(link["reference"]),
        )  # fmt: skip
        strays = connection.execute(counting).fetchone()["strays"]
        found += [f"{link['child']}.{link['reference']}: {strays}"] if strays else []
    return found


def _stored_once(all: Evidence) -> list[str]:
    times = Counter(row["sid"] for row in all.inbound)
    return [one.sid for one in all.acknowledged if times[one.sid] != 1]


def _answered_once(all: Evidence) -> list[str]:
    missed = [row["sid"] for row in all.inbound if (row["status"], row["turn_status"]) != ("answered", "committed")]
    miscounted = [f"turn {turn['id']}" for turn in all.turns if turn["thought_of"] != turn["answered"]]
    return missed + miscounted


def _no_overlap(all: Evidence) -> list[str]:
    return [
        f"turns {one['id']} and {next['id']}"
        for one, next in pairwise(all.turns)
        if one["conversation_id"] == next["conversation_id"] and next["started_at"] < one["finished_at"]
    ]


def _in_order(all: Evidence) -> list[str]:
    """Turns follow receipt, and receipt follows acknowledgement."""
    offences = [
        next["sid"]
        for one, next in pairwise(all.inbound)
        if one["conversation_id"] == next["conversation_id"] and next["finished_at"] < one["finished_at"]
    ]
    received = {row["sid"]: row["received_at"] for row in all.inbound}
    by_customer: dict[tuple[str, str], list[str]] = defaultdict(list)
    for one in all.acknowledged:
        by_customer[one.tenant, one.customer].append(one.sid)
    for sids in by_customer.values():
        known = [sid for sid in sids if sid in received]
        offences += [next for one, next in pairwise(known) if received[next] < received[one]]
    return offences


def is_ambiguous(row: Row) -> bool:
    """Whether the outbox itself says that this message may have been sent more than once."""
    return bool(row.get("is_ambiguous")) or row["status"] == "unknown"


def _sent_once(all: Evidence) -> list[str]:
    times = Counter(one.own_id for one in all.taken)
    rows = {row["own_id"]: row for row in all.outbound}
    twice = [own_id for own_id, count in times.items() if count > 1 and not is_ambiguous(rows.get(own_id, _NOBODY))]
    return [f"sent {times[own_id]} times: {own_id}" for own_id in twice]


_NOBODY: Row = {"status": ""}


def _all_sent(all: Evidence) -> list[str]:
    """What the outbox calls sent, Twilio has; what Twilio has, the outbox does not call lost."""
    taken = {one.own_id for one in all.taken}
    went = [row for row in all.outbound if row["status"] in ("sent", "delivered", "read")]
    stuck = [row for row in all.outbound if row["status"] in ("failed", "queued", "sending")]
    offences = [f"{row['own_id']} not at Twilio" for row in went if row["own_id"] not in taken]
    offences += [f"{row['own_id']} {row['status']}" for row in stuck]
    known = {row["own_id"] for row in all.outbound}
    return offences + [f"{own_id} has no row" for own_id in taken - known]


def _sent_in_order(all: Evidence) -> list[str]:
    first: dict[str, int] = {}
    for place, one in enumerate(all.taken):
        first.setdefault(one.own_id, place)
    return [
        f"{next['own_id']} before {one['own_id']}"
        for one, next in pairwise([row for row in all.outbound if row["own_id"] in first])
        if one["conversation_id"] == next["conversation_id"] and first[next["own_id"]] < first[one["own_id"]]
    ]


def _nobody_elses(all: Evidence) -> list[str]:
    """Rows, and what left the house, stay with the tenant to whose line the customer wrote."""
    lines = {line.tenant: line for line in all.lines}
    wrote = {one.sid: one for one in all.acknowledged}
    offences = list(all.strays)
    for row in all.inbound:
        sent = wrote.get(row["sid"])
        if sent and (sent.tenant, sent.customer) != (row["tenant_id"], row["address"]):
            offences.append(row["sid"])
    rows = {row["own_id"]: row for row in all.outbound}
    for one in all.taken:
        row = rows.get(one.own_id)
        line = lines[row["tenant"]] if row else None
        if line and (one.account, one.sender, one.to) != (line.account, line.sender, row["address"]):
            offences.append(one.own_id)
    return offences


CHECKS: dict[str, Callable[[Evidence], list[str]]] = {
    "acknowledged and not stored exactly once": _stored_once,
    "not answered by exactly one committed turn": _answered_once,
    "turns that overlap": _no_overlap,
    "answered or received out of order": _in_order,
    "sent more than once, not marked ambiguous": _sent_once,
    "lost, given up or unknown to the outbox": _all_sent,
    "sent out of order": _sent_in_order,
    "rows touching another tenant": _nobody_elses,
}
