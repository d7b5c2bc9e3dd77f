"""Every task has its queue and its worker, a full queue keeps no other waiting, and two beats cause nothing twice."""

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connections

from config import environment, processes
from config.celery import app
from config.parts import queues
from config.parts.pool import TaskPool
from tenants import schedule

ONCE = {"payments-report", "months", "retention", "summaries", "away"}
OFTEN = {
    "library": "what it asks for is marked while somebody is at it, and read once",
    **{name: "tells a time" for name in app.conf.beat_schedule if name.startswith("heartbeat")},
}
LIMIT_SECONDS = 10


@pytest.mark.parametrize("count", [1, 2, 4])
def test_the_workers_of_a_machine_do_all_queues_and_all_do_what_customers_wait_for(count: int) -> None:
    settings = environment.read().model_copy(update={"worker_processes": count})
    workers = [words for name, words in processes.commands(settings).items() if name.startswith("worker")]
    served = [set(words[words.index("--queues") + 1].split(",")) for words in workers]
    assert len(served) == count
    assert set.union(*served) == set(queues.ROLES)
    assert set.intersection(*served) >= set(queues.URGENT)
    assert sum("library" in names for names in served) == 1


def test_every_task_goes_to_its_queue() -> None:
    app.loader.import_default_modules()
    went = {name: app.amqp.router.route({}, name)["queue"].name for name in app.tasks}
    assert went["conversations.tasks.process_conversation"] == "turns"
    assert went["conversations.tasks.deliver_conversation"] == "sending"
    assert went["knowledge.read_document"] == went["catalog.embed_catalog"] == "library"
    assert went["rights.expire"] == "housekeeping"
    named = [form for role in queues.ROLES.values() for form in role.tasks if "*" not in form]
    assert set(named) - set(app.tasks) == set(), "a queue waits for a task that is not there"


def test_a_heartbeat_goes_through_the_queue_that_it_tells_of() -> None:
    for entry in app.conf.beat_schedule.values():
        options = app.amqp.router.route(dict(entry["options"]), entry["task"])
        assert options["queue"].name == entry.get("kwargs", {}).get("queue", queues.of_task(entry["task"]))


def test_a_hundred_documents_keep_no_turn_waiting_and_what_has_begun_ends() -> None:
    pool = TaskPool(limit=2, app=app)
    begun, held, done = threading.Semaphore(0), threading.Event(), []

    def read(name: str) -> None:
        begun.release()
        held.wait(LIMIT_SECONDS)
        done.append(name)

    for _ in range(100):
        pool.on_apply(read, ("knowledge.read_document",), {}, accept_callback=lambda *_: None, callback=lambda *_: None)
    assert begun.acquire(timeout=LIMIT_SECONDS)
    for name in ("conversations.tasks.process_conversation", "conversations.tasks.deliver_conversation"):
        pool.on_apply(done.append, (name,), {}, accept_callback=lambda *_: None, callback=lambda *_: None).wait(5)
    assert len(done) == 2
    stopping = ThreadPoolExecutor(1).submit(pool.on_stop)
    held.set()
    stopping.result(LIMIT_SECONDS)
    assert 1 <= done.count("knowledge.read_document") <= queues.ROLES["library"].at_once + 1


def test_whatever_beat_asks_for_is_claimed_or_may_be_done_twice() -> None:
    assert set(app.conf.beat_schedule) == ONCE | set(OFTEN)


@pytest.mark.parametrize("name", sorted(ONCE))
def test_two_beats_at_once_cause_one_run(
    name: str, committed_db: None, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    """The work itself is counted where each job looks for the tenants that it is for."""
    ran: list[str] = []
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    for path in (
        "tools.payments.report.list_tenants", "conversations.rights.retention.list_tenants",
        "conversations.rights.months.keep",
        "conversations.summaries.list_tenants", "tools.handoff.away.list_tenants",
    ):  # fmt: skip
        monkeypatch.setattr(path, lambda *_, **__: ran.append(name) or [])
    monkeypatch.setattr("tenants.mail.is_on", lambda: True)
    task = app.tasks[app.conf.beat_schedule[name]["task"]]
    ready = threading.Barrier(2)

    def ask() -> None:
        ready.wait(LIMIT_SECONDS)
        task()
        connections.close_all()

    with ThreadPoolExecutor(2) as threads:
        for asked in [threads.submit(ask) for _ in range(2)]:
            asked.result(LIMIT_SECONDS)
    assert ran == [name]
    assert list(schedule.ScheduledJob.objects.values_list("name", flat=True)) == [name]


def test_a_second_migration_waits_for_the_first(committed_db: None, capfd: pytest.CaptureFixture[str]) -> None:
    ended = threading.Event()

    def migrate() -> None:
        call_command("migrate", verbosity=0, skip_checks=True)
        connections.close_all()
        ended.set()

    first = connections.create_connection("owner")
    with first.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(hashtextextended('tulia.migrate', 0))")
        second = threading.Thread(target=migrate)
        second.start()
        assert not ended.wait(1)
        assert "Another migration is under way" in capfd.readouterr().err
        cursor.execute("SELECT pg_advisory_unlock(hashtextextended('tulia.migrate', 0))")
    assert ended.wait(LIMIT_SECONDS)
    second.join()
    first.close()
