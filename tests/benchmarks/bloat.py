"""What turns and the night's removal leave behind in the tables: dead rows, and files larger than their rows need.

The embedded PostgreSQL brings no pgstattuple, so that a table is written anew with its indexes, in a transaction that
is undone, and its files before and afterwards are compared.

BENCH_STORAGE="ALTER TABLE conversations_conversation SET (fillfactor = 80)" tries what a table may be told.
"""

import os
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
from django.conf import settings
from django.utils import timezone
from psycopg.rows import dict_row
from rich.console import Console
from rich.table import Table as Shown

from config.embedded.postgres import EmbeddedPostgres
from conversations import outbox, turn
from conversations.channels.outcomes import StatusReport
from conversations.models import OutboundMessage
from conversations.rights import retention
from conversations.simulator import growth
from conversations.turn import lease
from tenants.models import Customer, Tenant
from tenants.scope import fleet_scope, tenant_scope
from tests.benchmarks import grown
from tests.benchmarks.table import Figure
from tests.benchmarks.turn import SEARCHES, Nobody
from tests.soak.site.supervisor import until
from tests.talk import Talk

MESSAGES, CONVERSATIONS, TENANTS = 40_000, 4_000, 4
# Whole turns, of which all tables hear.
TURNS = int(os.environ.get("BENCH_TURNS", "150"))
TALKERS = 40
# What each turn does to the two rows that outlive it, and nothing else of it: so that every customer writes several
# times, as they do between two cleanings of a table, within a minute.
WRITINGS = 20_000
WRITTEN = (
    """UPDATE conversations_conversation SET updated_at = clock_timestamp(), last_inbound_at = clock_timestamp(),
        inbound_count = inbound_count + 1, waiting_since = clock_timestamp(), due_at = clock_timestamp()
        WHERE id = %(conversation)s""",
    """UPDATE conversations_conversation SET lease_epoch = lease_epoch + 1, lease_until = clock_timestamp()
        WHERE id = %(conversation)s""",
    "UPDATE conversations_conversation SET lease_until = clock_timestamp() WHERE id = %(conversation)s",
    """UPDATE conversations_conversation SET state = %(state)s, lease_until = NULL, updated_at = clock_timestamp(),
        waiting_since = NULL, due_at = NULL WHERE id = %(conversation)s""",
    "UPDATE tenants_customer SET last_seen_at = clock_timestamp() WHERE id = %(customer)s",
)
# Of 180 days, so that a thirtieth goes: what a night removes where a month is kept.
KEPT_DAYS = 174
TEXTS = (*SEARCHES, "Hi", "asante sana", "2", "how much is delivery?")
# A table that fewer rows of were changed tells nothing.
HOT_ROWS = 500
# PostgreSQL's own: it cleans a table once so many of its rows are dead.
THRESHOLD, SHARE = 50, 0.2
# It looks once a minute. What is written here in a second, two cores answer in half a minute at best.
LOOKS_EVERY = "1s"
CLEAN_SECONDS = 200
# An index that rows come into in any order is 1.3 times as large as one made anew; a table holds a fifth of dead rows
# when it is cleaned, and what is free again afterwards is used again.
BAR_INDEXES, BAR_TABLE = 2.0, 1.6
# Such an index grows to what its rows were moved within the time in which nearly all of them write again. It is judged
# by what else a customer leaves: 7 kB of state, and 23 kB a message.
MOVING, BAR_MOVING = ("conversation_recent", "customer_last_seen"), 1_000
# Fewer pages than these are not worth a look: one page more is a multiple.
SMALL_BYTES = 400_000
STATISTICS = """
SELECT format('%I.%I', schemaname, relname) AS name, relid::bigint AS id, n_live_tup AS live, n_dead_tup AS dead,
       n_tup_upd AS updated, n_tup_hot_upd AS hot, n_tup_del AS deleted, autovacuum_count AS cleaned
  FROM pg_stat_user_tables
"""
FILES = """
SELECT indexrelid::regclass::text AS name, pg_relation_size(indexrelid) AS bytes FROM pg_index WHERE indrelid = %(id)s
UNION ALL SELECT '', pg_table_size(%(id)s::oid::regclass)
"""
PRIMARY = "SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indrelid = %s AND indisprimary"
console = Console(width=200)
Row = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Swollen:
    """A table that changed, and how many times as large its files are as they would be if written now."""

    name: str
    dead: int
    live: int
    updated: int
    hot: int
    deleted: int
    cleaned: int
    bytes: int
    times: float
    indexes: dict[str, tuple[int, float]]


def measure(folder: Path) -> list[Figure]:
    growth.remove()  # what a part before has left
    growth.grow(growth.sizes(messages=MESSAGES, conversations=CONVERSATIONS, tenants=TENANTS))
    postgres = EmbeddedPostgres(settings.TULIA.data_dir / "postgres")
    postgres.start()  # which joins the one that runs
    _look_every(postgres, LOOKS_EVERY)
    try:
        with psycopg.connect(os.environ["DATABASE_OWNER_URL"], autocommit=True, row_factory=dict_row) as owner:
            owner.execute(os.environ.get("BENCH_STORAGE") or "SELECT 1")
            before = _statistics(owner)
            removed = churn()
            write_often(owner)
            left = _wait_for_autovacuum(owner)
            swollen = sorted(_swollen(owner, before), key=lambda one: -one.updated - one.deleted)
    finally:
        _look_every(postgres, "1min")
        growth.remove()
    _show(swollen)
    worst = max(swollen, key=lambda one: one.times)
    sizes = {name: size for one in swollen for name, size in one.indexes.items()}
    index, (size, times) = max(
        ((name, size) for name, size in sizes.items() if name not in MOVING), key=lambda one: one[1][1]
    )
    moving = [
        (name, sizes[name][0] / one.live, sizes[name][1]) for one in swollen for name in one.indexes if name in MOVING
    ]
    method = (
        f"{CONVERSATIONS:,} customers with {MESSAGES:,} messages; {TURNS:,} turns with webhook, a prolonged lease and "
        f"two callbacks each, a night's removal of {removed:,} rows, and {WRITINGS:,} times what a turn writes to its "
        f"conversation and customer; then what autovacuum does by itself; tables of which {HOT_ROWS} rows were changed"
    )
    return [
        Figure(
            what="dead rows of hot tables once autovacuum has looked", bar="within its own threshold", is_met=not left,
            measured=f"{sum(one.dead for one in swollen):,} beside {sum(one.live for one in swollen):,} live ones"
            + "".join(f"; {name} over it" for name in left), method=method,
        ),
        Figure(
            what="hot tables against what their rows need", bar=f"≤ {BAR_TABLE} times", is_met=worst.times <= BAR_TABLE,
            measured=f"at most {worst.times:.2f} times ({worst.name}, {worst.bytes / 2**20:.1f} MB)",
            method="written anew and undone; those that are larger than 0.4 MB",
        ),
        Figure(
            what="their indexes against indexes made anew", bar=f"≤ {BAR_INDEXES} times", is_met=times <= BAR_INDEXES,
            measured=f"at most {times:.2f} times ({index}, {size / 2**20:.1f} MB)", method="the same",
        ),
        Figure(
            what="indexes by the last time, in which rows move with each message", bar=f"≤ {BAR_MOVING:,} bytes a row",
            measured=", ".join(f"{name} {each:,.0f} ({times:.0f} times)" for name, each, times in moving),
            is_met=all(each <= BAR_MOVING for _, each, _ in moving),
            method="the same; a page is free only once the last of its rows has moved on",
        ),
    ]  # fmt: skip


def _look_every(postgres: EmbeddedPostgres, interval: str) -> None:
    with psycopg.connect(postgres._url("postgres", "postgres"), autocommit=True) as superuser:
        superuser.execute(f"ALTER SYSTEM SET autovacuum_naptime = '{interval}'")
        superuser.execute("SELECT pg_reload_conf()")


def churn() -> int:
    """Turns as real ones are, and a night; how many rows the night removed."""
    with fleet_scope():
        tenants = list(Tenant.objects.filter(slug__startswith=growth.SLUG).order_by("slug"))
    for tenant in tenants:
        grown.open_shop(tenant.slug)
    chance = random.Random(7)
    talkers = [talk for tenant in tenants for talk in _talkers(tenant, chance)]
    for number in range(TURNS):
        _answer(talkers[number % len(talkers)], TEXTS[number % len(TEXTS)])
    removed = 0
    with fleet_scope():
        Tenant.objects.filter(slug__startswith=growth.SLUG).update(retention_days=KEPT_DAYS)
    for tenant in tenants:
        removed += sum(retention.expire(tenant.pk, now=timezone.now()).values())
    return removed


def write_often(owner: Any) -> None:
    """One after the other, each in a transaction of its own; the states are those that real turns left."""
    chance = random.Random(7)
    owner.execute("SET ROLE tulia_fleet")
    owner.execute("SET synchronous_commit = off")
    rows = owner.execute(
        "SELECT id AS conversation, customer_id AS customer FROM conversations_conversation ORDER BY id"
    )
    ids = rows.fetchall()
    states = owner.execute(
        "SELECT state::text FROM conversations_conversation WHERE length(state::text) > 1000"
    ).fetchall()
    for _ in range(WRITINGS):
        values = ids[int(len(ids) * chance.random() ** 2)] | {"state": chance.choice(states)["state"]}
        for statement in WRITTEN:
            owner.execute(statement, values)
    owner.execute("RESET ROLE")


def _talkers(tenant: Tenant, chance: random.Random) -> Iterator[Talk]:
    with tenant_scope(tenant.pk):
        addresses = list(Customer.objects.order_by("pk").values_list("address", flat=True))
    for address in chance.sample(addresses, TALKERS // TENANTS):
        yield Talk(tenant=tenant, twilio=Nobody(), sender=address)  # type: ignore[arg-type]


def _answer(talk: Talk, text: str) -> None:
    """In, thought of for long enough that the lease is prolonged once, out, arrived and read."""
    assert talk.post(Body=text).status_code == 200
    conversation = talk.conversation
    turn.run(talk.tenant.pk, conversation.pk, on_start=lambda held, batch: lease.prolong(held, now=timezone.now()))
    outbox.deliver(talk.tenant.pk, conversation.pk, wait=lambda seconds: None)
    with tenant_scope(talk.tenant.pk):
        sent = OutboundMessage.objects.filter(conversation=conversation, status="sent")
        ids = list(sent.values_list("provider_id", flat=True))
    for provider_id in ids:
        for status in ("delivered", "read"):
            outbox.advance(talk.channel, StatusReport(own_id=None, provider_id=provider_id, status=status))


def _statistics(owner: Any) -> dict[int, Row]:
    return {row["id"]: row for row in owner.execute(STATISTICS).fetchall()}


def _over(owner: Any) -> list[str]:
    rows = _statistics(owner).values()
    return [row["name"] for row in rows if row["dead"] > THRESHOLD + SHARE * row["live"]]


def _wait_for_autovacuum(owner: Any) -> list[str]:
    """The tables that it should have cleaned, and has not."""
    time.sleep(11)  # what a connection has counted is told when it has idled for ten seconds
    try:
        until(lambda: not _over(owner), seconds=CLEAN_SECONDS, what="autovacuum has cleaned what is due")
    except AssertionError:
        return _over(owner)
    return []


def _swollen(owner: Any, before: dict[int, Row]) -> Iterator[Swollen]:
    for id_, row in _statistics(owner).items():
        old = before.get(id_, dict.fromkeys(row, 0))
        since = {name: row[name] - old[name] for name in ("updated", "hot", "deleted", "cleaned")}
        if since["updated"] + since["deleted"] < HOT_ROWS:
            continue
        primary = owner.execute(PRIMARY, [id_]).fetchone()["name"]
        files = _files(owner, id_)
        with owner.transaction(force_rollback=True):
            owner.execute(f"CLUSTER {row['name']} USING {primary.rpartition('.')[2]}")
            dense = _files(owner, id_)
        table, dense_table = files.pop(""), dense.pop("")
        yield Swollen(
            name=row["name"], dead=row["dead"], live=row["live"], **since, bytes=table,
            times=table / dense_table if table > SMALL_BYTES else 1.0,
            indexes={name: (size, size / dense[name]) for name, size in files.items() if size > SMALL_BYTES},
        )  # fmt: skip


def _files(owner: Any, id_: int) -> dict[str, int]:
    return {row["name"]: row["bytes"] for row in owner.execute(FILES, {"id": id_}).fetchall()}


def _show(swollen: list[Swollen]) -> None:
    shown = Shown(title="What turns and a night leave behind")
    for title in ("table", "rows", "dead", "updated", "in place", "deleted", "cleaned", "MB", "times dense", "indexes"):
        shown.add_column(title)
    for one in swollen:
        in_place = f"{one.hot / one.updated:.0%}" if one.updated else ""
        indexes = ", ".join(
            f"{name} {size / 2**20:.1f} MB ({times:.1f})" for name, (size, times) in one.indexes.items()
        )
        shown.add_row(
            one.name, f"{one.live:,}", f"{one.dead:,}", f"{one.updated:,}", in_place, f"{one.deleted:,}",
            str(one.cleaned), f"{one.bytes / 2**20:.1f}", f"{one.times:.2f}", indexes,
        )  # fmt: skip
    console.print(shown)
