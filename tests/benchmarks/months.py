"""What it costs to lose a month of the provider log row by row, and whole; and to write it parted, and not."""

import os
import statistics
import time
from pathlib import Path
from typing import Any

import psycopg

from conversations.models import ProviderExchange
from conversations.rights import retention
from conversations.simulator import growth
from tenants.models import Tenant
from tenants.postgresql import months
from tenants.postgresql.months import Month
from tenants.scope import fleet_scope, tenant_scope
from tests.benchmarks.table import Figure

TABLE, PLAIN = "conversations_providerexchange", "plain_log"
MESSAGES = int(os.environ.get("TULIA_MONTHS", "600000"))
WRITTEN, PAIRS, BAR_WRITTEN = 2_000, 15, 1.15
SAMPLE = f'CREATE TEMP TABLE sample AS SELECT * FROM "{TABLE}" LIMIT {WRITTEN}'
REFERENCES = f"""
SELECT 'ALTER TABLE {PLAIN} ADD ' || pg_get_constraintdef(oid) FROM pg_constraint
 WHERE conrelid = '{TABLE}'::regclass AND contype = 'f'
"""
ANEW = """
UPDATE sample SET id = (lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0')
    || '7' || substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid
"""


def measure(folder: Path) -> list[Figure]:
    growth.remove()  # what a part before has left
    growth.grow(growth.sizes(messages=MESSAGES, conversations=MESSAGES // 100, tenants=1))
    with psycopg.connect(os.environ["DATABASE_OWNER_URL"], autocommit=True) as owner:
        ratios = _written(owner)
        first, second = [month for month in months.list_months() if month.table == TABLE][1:3]
        by_row, logged_by_row, rows = _timed(owner, lambda: _lose_by_row(first))
        whole, logged_whole, others = _timed(owner, lambda: _lose_whole(second))
    ratio = statistics.median(ratios)
    return [
        Figure(
            what="losing a month whole, against row by row",
            measured=f"{by_row / whole:,.0f} times as quick: {whole * 1000:.0f} ms for {others:,} rows, {by_row:.1f} s "
            f"for {rows:,}; {logged_by_row / 2**20:.0f} MB of write-ahead log against {logged_whole / 2**20:.1f}",
            method=f"two months of the provider log, one after the other; rows in batches of {retention.BATCH}, as the "
            "night removes them, without the vacuum that must follow",
        ),
        Figure(
            what="writing into a table of months, against a plain one", bar=f"≤ {BAR_WRITTEN}",
            measured=f"{ratio:.2f} times as long ({min(ratios):.2f} to {max(ratios):.2f})", is_met=ratio <= BAR_WRITTEN,
            method=f"{WRITTEN:,} rows, one statement each, with keys and references; median of {PAIRS} pairs",
        ),
    ]  # fmt: skip


def _written(owner: Any) -> list[float]:
    """Past the wall of neither, as their owner, in turns; and undone."""
    ratios = []
    with owner.transaction(force_rollback=True):
        owner.execute("SET LOCAL ROLE tulia_fleet")
        owner.execute(SAMPLE)
        owner.execute("RESET ROLE")
        owner.execute(f'CREATE TABLE {PLAIN} (LIKE "{TABLE}" INCLUDING ALL)')
        for (statement,) in owner.execute(REFERENCES).fetchall():
            owner.execute(statement)
        owner.execute(f"GRANT ALL ON {PLAIN} TO tulia_fleet")
        owner.execute("SET LOCAL ROLE tulia_fleet")
        for pair in range(PAIRS + 1):
            order = (TABLE, PLAIN) if pair % 2 else (PLAIN, TABLE)
            took = {table: _write(owner, table) for table in order}
            ratios.append(took[TABLE] / took[PLAIN])
    return ratios[1:]


def _write(owner: Any, table: str) -> float:
    owner.execute(ANEW)
    began = time.perf_counter()
    owner.execute(
        f"""DO $$ DECLARE one sample; BEGIN FOR one IN SELECT * FROM sample LOOP
            INSERT INTO "{table}" SELECT one.*; END LOOP; END $$"""
    )
    owner.execute("SET CONSTRAINTS ALL IMMEDIATE")
    took = time.perf_counter() - began
    owner.execute("SET CONSTRAINTS ALL DEFERRED")
    return took


def _timed(owner: Any, do: Any) -> tuple[float, int, int]:
    place = "SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn"
    before, began = owner.execute(place).fetchone()[0], time.perf_counter()
    rows = do()
    return time.perf_counter() - began, int(owner.execute(place).fetchone()[0] - before), rows


def _lose_by_row(month: Month) -> int:
    with fleet_scope():
        tenant_id = Tenant.objects.get(slug=f"{growth.SLUG}0001").pk
    count = 0
    while True:
        with tenant_scope(tenant_id):
            old = ProviderExchange.objects.filter(pk__lt=month.ends).order_by("pk").select_for_update(skip_locked=True)
            ids = list(old.values_list("pk", flat=True)[: retention.BATCH])
            ProviderExchange.objects.filter(pk__in=ids).delete()
        if not ids:
            return count
        count += len(ids)


def _lose_whole(month: Month) -> int:
    with fleet_scope():
        count = month.rows_of(ProviderExchange, "id").count()
    with fleet_scope():
        months.drop(month, now=month.end)
    return count
