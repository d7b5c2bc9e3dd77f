"""A grown installation: how PostgreSQL does what is asked again and again, and how long people wait for their pages.

BENCH_GROWTH=10000000,500000,2000 takes so many messages, conversations and businesses instead.
"""

import os
import time
from collections.abc import Iterator
from pathlib import Path

from django.db import connection
from django.test import Client
from rich.console import Console

from conversations.simulator import growth
from tenants.models import Tenant
from tenants.scope import fleet_scope
from tests import hot, people, plans
from tests.benchmarks.table import Figure
from tests.benchmarks.turn import Nobody
from tests.talk import Talk

USUAL = "1000000,50000,200"
LARGE_ROWS, BAR_MILLISECONDS, TIMES = 2_000, 300, 3
console = Console(width=200)


def measure(folder: Path) -> list[Figure]:
    messages, conversations, tenants = map(int, os.environ.get("BENCH_GROWTH", USUAL).split(","))
    growth.remove()  # what a part before has left
    began = time.monotonic()
    growth.grow(growth.sizes(messages=messages, conversations=conversations, tenants=tenants))
    grown = time.monotonic() - began
    with fleet_scope():
        tenant = Tenant.objects.get(slug=f"{growth.SLUG}0001")
    watch, took = plans.Watch(), dict[str, float]()
    for what, do in hot.deeds(tenant, Talk(tenant=tenant, twilio=Nobody())):  # type: ignore[arg-type]
        with watch(what):
            do()
    for who, client in seats(tenant):
        for path in [*hot.pages(tenant), *hot.searches()]:
            with watch(f"{who} {path}"):
                hot.is_open(client, path)  # a page that is too slow answers 503
            took[f"{who} {path}"] = min(_milliseconds(client, path) for _ in range(TIMES))
    large = plans.large_tables(rows=LARGE_ROWS)
    seen = [plans.explain(sent, large=large) for sent in watch.sent]
    _show(seen, took)
    whole = [plan for plan in seen if plan.read_whole]
    slowest = max(took, key=lambda name: took[name])
    late = sum(one >= BAR_MILLISECONDS for one in took.values())
    size = f"{messages:,} messages, {conversations:,} conversations, {tenants:,} businesses, {_gigabytes():.1f} GB"
    return [
        Figure(
            what="statements that read a large table whole", bar="0", measured=f"{len(whole)} of {len(seen)}",
            is_met=not whole, method=f"EXPLAIN of each; {size}, made in {grown:.0f} s; the largest business",
        ),
        Figure(
            what="pages of people at that size", bar=f"< {BAR_MILLISECONDS} ms", is_met=not late,
            measured=f"{late} of {len(took)} slower; slowest {took[slowest]:.0f} ms ({slowest})",
            method=f"through Django's client, the best of {TIMES} after the first; an admin of the largest business, "
            "and platform staff who look at all",
        ),
    ]  # fmt: skip


def seats(tenant: Tenant) -> Iterator[tuple[str, Client]]:
    for who, person in (("admin", people.member(tenant)), ("staff", people.person(is_superuser=True))):
        client = people.seated(person)
        client.raise_request_exception = False
        yield who, client


def _milliseconds(client: Client, path: str) -> float:
    began = time.perf_counter()
    client.get(path, follow=True)
    return (time.perf_counter() - began) * 1000


def _gigabytes() -> float:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        return float(cursor.fetchone()[0]) / 2**30


def _show(seen: list[plans.Plan], took: dict[str, float]) -> None:
    """The statements that PostgreSQL expects most of, and the pages that took longest."""
    for plan in sorted(seen, key=lambda plan: (bool(plan.read_whole), plan.cost), reverse=True)[:25]:
        whole = f" READS ALL OF {', '.join(sorted(plan.read_whole))}" if plan.read_whole else ""
        console.print(f"{plan.cost:12,.0f}  {plan.sent.what}{whole}\n{'':14}{plan.sent.sql[:700]}", markup=False)
    for name in sorted(took, key=lambda name: took[name], reverse=True)[:20]:
        console.print(f"{took[name]:8.0f} ms  {name}", markup=False)
