"""What a run of research costs with a model that answers in a second, how that grows, and what turns beside it feel."""

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

import psycopg
from django.conf import settings
from django.test.utils import override_settings
from django.utils import timezone

from conversations.research import stepping
from knowledge.embed import Embedder
from tenants.models import Tenant
from tenants.scope import fleet_scope, tenant_scope
from tests.benchmarks import stall, turn
from tests.benchmarks.library import sets
from tests.benchmarks.table import Figure, percentiles
from tests.loopback.openai_server import OpenAIServer
from tests.loopback.researcher import Researcher
from tools.research import services
from tools.research.models import ResearchRules, ResearchRun

QUESTION = "May I end my fibre agreement early, and what do I owe then, and is my deposit paid back?"
MODEL_SECONDS, RUNS, LIMIT_SECONDS, MOST_STEPS = 1.0, 20, 150, 120
TASKS, DOCUMENTS = (3, 6, 12), (10, 100, 698)
BAR_MORE = 1.10
# Longer than a turn takes, or a customer's own last message would be what the next one waits for.
PAUSE, WITH_A_MODEL = stall.PAUSE_SECONDS, 8.0


@dataclass(frozen=True, slots=True)
class RunCost:
    """What one run took."""

    tasks: int
    steps: int
    calls: int
    tokens: int
    seconds: float
    cpu: float
    statements: int

    def __str__(self) -> str:
        return (
            f"{self.tasks} tasks: {self.calls} calls, {self.tokens:,} tokens, {self.seconds:.0f} s"
            f" ({self.cpu:.1f} s of the processor), {self.steps} steps"
        )


def measure(folder: Path) -> list[Figure]:
    return [*_of_one_run(), *_by_documents(), *_beside_turns(folder)]


def _of_one_run() -> list[Figure]:
    tenant_id = turn.customer("mtandao").tenant.id
    with OpenAIServer().running() as server, _asking(server):
        _warm(tenant_id, server)
        server.reply = Researcher(tasks=5, wait=MODEL_SECONDS)
        one = _cost(tenant_id)
        grown = []
        for tasks in TASKS:
            server.reply = Researcher(tasks=tasks)
            grown.append(_cost(tenant_id))
    return [
        Figure(
            what=f"research: one run, model answers in {MODEL_SECONDS:.0f} s", measured=str(one),
            method="a network's 13 documents; every reference followed; tokens are letters / 4 of what was asked and"
            " answered, and of what was read",
        ),
        Figure(
            what="research: growth with the tasks of a plan", measured="; ".join(map(str, grown)),
            method="the same, the model answers at once",
        ),
    ]  # fmt: skip


def _by_documents() -> list[Figure]:
    found = []
    for collection in sets.tau():
        for size in DOCUMENTS:
            asked = collection.queries[0].text[:400]
            part = sets.Collection(f"research {size}", collection.texts[:size], ())
            tenant_id = sets.fill(part, Embedder())
            found.append((size, _cost(tenant_id, asked)))
    if not found:
        return []
    measured = "; ".join(f"{size}: {cost.cpu:.1f} s of the processor, {cost.tokens:,} tokens" for size, cost in found)
    return [
        Figure(
            what="research: growth with the documents of a library", measured=measured,
            method="one question of a bank's customer, local mind, so that all but the model is counted",
        )
    ]  # fmt: skip


def _beside_turns(folder: Path) -> list[Figure]:
    figures = []
    ways = ((f"a model that answers in {MODEL_SECONDS:.0f} s", True, WITH_A_MODEL), ("the local mind", False, PAUSE))
    for what, is_model, pause in ways:
        with OpenAIServer().running() as server:
            server.reply = Researcher(tasks=5, wait=MODEL_SECONDS)
            environ = {"OPENAI_BASE_URL": server.base_url, "OPENAI_API_KEY": "unused"} if is_model else {}
            before = {name: os.environ.pop(name, None) for name in ("OPENAI_BASE_URL", "OPENAI_API_KEY")}
            os.environ |= environ
            try:
                with stall.installation(folder) as port:
                    stall._chat(port, pause=pause)  # everybody is known, every module is loaded
                    quiet = stall._chat(port, pause=pause)[1]
                    with _runs() as count_steps:
                        beside = stall._chat(port, pause=pause)[1] + stall._chat(port, pause=pause)[1]
                        steps = count_steps()
                    quiet += stall._chat(port, pause=pause)[1]
            finally:
                for name in before:
                    os.environ.pop(name, None)
        p95, calm = percentiles(beside)[1], percentiles(quiet)[1]
        figures.append(
            Figure(
                what=f"a turn's p95 beside {RUNS} runs of research, {what}", bar=f"≤ {BAR_MORE:.2f} of without",
                measured=f"{p95:.2f} s, {calm:.2f} s without: {p95 / calm:.2f}; {steps} steps meanwhile",
                is_met=p95 <= BAR_MORE * calm,
                method=f"{stall.OTHERS} customers of another business write {2 * stall.ROUNDS} times with and as often"
                f" without; {RUNS} runs are under way and are answered where they wait; web and workers as `make run`"
                " starts them; from receipt to commit",
            )
        )  # fmt: skip
    return figures


@contextmanager
def _runs() -> Iterator[Callable[[], int]]:
    """So many runs under way, new ones where some have ended; afterwards they are cancelled."""
    with fleet_scope():
        tenant_id = Tenant.objects.get(slug="mtandao").id
    is_over = threading.Event()
    began = timezone.now()
    driver = threading.Thread(target=_drive, args=(tenant_id, is_over))
    driver.start()
    time.sleep(2)

    def steps() -> int:
        with psycopg.connect(os.environ["DATABASE_OWNER_URL"]) as connection:
            connection.execute("SET ROLE tulia_fleet")
            row = connection.execute("SELECT count(*) FROM research_researchstep WHERE created_at > %s", [began])
            return int(row.fetchone()[0])

    try:
        yield steps
    finally:
        is_over.set()
        driver.join()
        with tenant_scope(tenant_id):
            for run in ResearchRun.objects.filter(ended_at=None):
                with suppress(services.NoResearch):  # it has just ended
                    services.cancel(run.pk, now=timezone.now())


def _drive(tenant_id: UUID, is_over: threading.Event) -> None:
    while not is_over.wait(0.3):
        with tenant_scope(tenant_id):
            ResearchRules.objects.update_or_create(defaults={"needs_approval": False})
            open_ = list(ResearchRun.objects.filter(ended_at=None))
            for _ in range(RUNS - len(open_)):
                services.start(QUESTION, now=timezone.now())
            for run in open_:
                if run.is_waiting:
                    services.answer(run.pk, "just go", is_over=True, now=timezone.now())


@contextmanager
def _asking(server: OpenAIServer) -> Iterator[None]:
    tulia = settings.TULIA.model_copy(update={"openai_base_url": server.base_url, "openai_api_key": "unused"})
    with override_settings(TULIA=tulia):
        yield


def _warm(tenant_id: UUID, server: OpenAIServer) -> None:
    server.reply = Researcher(tasks=1)
    _cost(tenant_id)


def _cost(tenant_id: UUID, question: str = QUESTION) -> RunCost:
    """A run from its question to its report, its steps taken here one after another."""
    with tenant_scope(tenant_id):
        run = services.start(question, now=timezone.now())
    began, cpu = time.perf_counter(), time.process_time()
    with turn.counted() as seen:
        for _ in range(MOST_STEPS):
            with tenant_scope(tenant_id):
                run.refresh_from_db()
                if run.has_ended:
                    break
                if run.is_waiting and run.phase == "clarify":
                    services.answer(
                        run.pk, "a deposit of 3,000 was paid", is_over=run.iteration > 1, now=timezone.now()
                    )
                elif run.is_waiting:
                    services.edit_plan(run.pk, is_approved=True, now=timezone.now())
            stepping.take(tenant_id, run.pk)
    assert run.phase == "done", run.problem
    with tenant_scope(tenant_id):
        tasks = run.tasks.count()
    return RunCost(
        tasks, run.steps_taken, run.calls_used, run.tokens_used, time.perf_counter() - began,
        time.process_time() - cpu, len(seen),
    )  # fmt: skip
