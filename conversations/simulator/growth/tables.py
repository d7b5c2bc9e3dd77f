"""Which tables grow, from what, and what stands in their columns; what is not said is as a new row of ours has it.

`c` counts customers, `n` what they asked; `at` is when. Few customers ask most: every fourth question is one of the
first sixteenth of them.
"""

from dataclasses import dataclass, field
from typing import Any, Final

from conversations.models import Conversation, InboundMessage, OutboundMessage, ProviderExchange, Turn
from tenants.models import Customer, CustomerAddress
from tools.handoff.models import HandoffTicket
from tools.models import ToolCall
from tools.orders.models import Order

# A key as ours are: its time first; the rest follows from the row's number. And a number between 0 and 1 that does.
ID_FUNCTIONS: Final = (
    """
    CREATE OR REPLACE FUNCTION pg_temp.grown_id(kind text, tenant int, n bigint, at timestamptz) RETURNS uuid
    LANGUAGE sql IMMUTABLE AS $$
        SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0')
            || '7' || substr(md5(kind || tenant || ':' || n), 1, 3)
            || '8' || substr(md5(kind || tenant || ':' || n), 4, 15))::uuid
    $$
    """,
    """
    CREATE OR REPLACE FUNCTION pg_temp.chance(n bigint) RETURNS float8
    LANGUAGE sql IMMUTABLE AS $$ SELECT ('x' || substr(md5(n::text), 1, 6))::bit(24)::int / 16777216.0 $$
    """,
)
PEOPLE: Final = """(
    SELECT c, %(began)s::timestamptz - %(span)s::interval * 0.02 * (%(people)s - c) / %(people)s AS at,
        %(began)s::timestamptz + %(span)s::interval * pg_temp.chance(c) AS seen_at
    FROM generate_series(0, %(people)s - 1) AS c
) AS person"""
EXCHANGES: Final = """(
    SELECT n, %(began)s::timestamptz + %(span)s::interval * n / %(exchanges)s AS at,
        floor(%(people)s * power(pg_temp.chance(n), 2))::int AS c
    FROM generate_series(0, %(exchanges)s - 1) AS n
) AS exchange"""
PERSON_AT: Final = "%(began)s::timestamptz - %(span)s::interval * 0.02 * (%(people)s - c) / %(people)s"


def person(kind: str) -> str:
    return f"pg_temp.grown_id('{kind}', %(number)s, c, {PERSON_AT})"


def exchange(kind: str) -> str:
    return f"pg_temp.grown_id('{kind}', %(number)s, n, at)"


@dataclass(frozen=True)
class Table:
    """One of them: its rows, and the SQL of its columns."""

    model: type[Any]
    source: str
    said: dict[str, str] = field(default_factory=dict)

    @property
    def columns(self) -> dict[str, str]:
        return {"created_at": "at", **self.said}


TABLES: Final = (
    Table(Customer, PEOPLE, {
        "id": person("customer"), "address": "'whatsapp:+254' || (700000000 + c)",
        "phone_e164": "'+254' || (700000000 + c)", "name": "'Customer ' || c", "last_seen_at": "seen_at",
    }),
    Table(CustomerAddress, PEOPLE, {
        "id": person("address"), "customer_id": person("customer"), "address": "'whatsapp:+254' || (700000000 + c)",
        "key": "'whatsapp:+254' || (700000000 + c)",
    }),
    Table(Conversation, PEOPLE, {
        "id": person("conversation"), "channel_id": "%(channel)s", "customer_id": person("customer"),
        "updated_at": "seen_at", "last_inbound_at": "seen_at", "state": """'{"language": "en"}'""",
    }),
    Table(HandoffTicket, f"{PEOPLE} WHERE c %% 20 = 0", {
        "id": person("ticket"), "number": "'G-' || c", "customer_id": person("customer"),
        "conversation_id": person("conversation"), "reason": "'human_request'", "journey": "'support'",
        "step": "'support'", "summary": "'They asked for a person.'", "changed_at": "seen_at",
        "status": "CASE c %% 200 WHEN 0 THEN 'open' ELSE 'resolved' END",
        "resolved_at": "CASE c %% 200 WHEN 0 THEN NULL ELSE seen_at END",
        "waiting_since": "CASE c %% 200 WHEN 0 THEN seen_at END", "due_at": "CASE c %% 200 WHEN 0 THEN seen_at END",
    }),
    Table(Order, f"{PEOPLE} WHERE c %% 5 = 0", {
        "id": person("order"), "number": "'G' || c", "status": "'delivered'", "customer_id": person("customer"),
        "conversation_id": person("conversation"), "currency": "'KES'", "subtotal": "1000 + c", "total": "1000 + c",
        "paid_total": "1000 + c", "expires_at": "seen_at", "placed_at": "seen_at", "paid_at": "seen_at",
    }),
    Table(Turn, EXCHANGES, {
        "id": exchange("turn"), "conversation_id": person("conversation"), "status": "'committed'", "epoch": "n",
        "started_at": "at", "finished_at": "at + interval '0.3 s'", "trace": """'{"route": "sales"}'""",
    }),
    Table(InboundMessage, EXCHANGES, {
        "id": exchange("inbound"), "channel_id": "%(channel)s", "conversation_id": person("conversation"),
        "turn_id": exchange("turn"), "provider_id": "'SM' || md5('in' || n)", "kind": "'text'",
        "status": "'answered'", "body": "'Do you have shoes in ' || n %% 50 || '?'", "received_at": "at",
    }),
    Table(OutboundMessage, EXCHANGES, {
        "id": exchange("outbound"), "channel_id": "%(channel)s", "conversation_id": person("conversation"),
        "turn_id": exchange("turn"), "reply": """'{"kind": "text", "text": "Yes, in black and in white."}'""",
        "body": "'Yes, in black and in white.'", "status": "'read'", "provider_id": "'SM' || md5('out' || n)",
        "due_at": "at", "queued_at": "at + interval '0.3 s'", "first_tried_at": "at + interval '0.4 s'",
        "tried_at": "at + interval '0.4 s'", "sent_at": "at + interval '0.5 s'", "attempts": "1",
    }),
    Table(ToolCall, EXCHANGES, {
        "id": exchange("call"), "request_id": exchange("turn"), "conversation_id": person("conversation"),
        "tool": "'catalog_search'", "effect": "'read'", "arguments": """'{"query": "shoes"}'""",
        "arguments_hash": "md5(n::text)", "answer": """'{"found": 3}'""", "outcome": "'ok'", "milliseconds": "3",
    }),
    Table(ProviderExchange, EXCHANGES, {
        "id": exchange("exchange"), "channel_id": "%(channel)s", "message_id": exchange("outbound"),
        "direction": "'out'", "method": "'POST'", "path": "'/Messages.json'", "response_status": "201",
        "milliseconds": "90",
    }),
)  # fmt: skip
