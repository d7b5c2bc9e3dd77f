"""The Celery application: threads a queue, JSON, and a broker that may lose anything, for the database is the truth."""

import os
from functools import cached_property
from typing import Any

from celery import Celery
from celery.schedules import crontab
from celery.signals import setup_logging, worker_init, worker_ready, worker_shutting_down
from django.conf import settings

from config.parts import queues
from config.serving import startup

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

# A turn ends within it; the broker gives a worker's task to another after three times that.
TURN_DEADLINE_SECONDS = 20

BROKER_URL = settings.TULIA.broker_url
if os.environ.get("CELERY_BROKER_URL"):  # Celery reads it too, and knows no unix://
    os.environ["CELERY_BROKER_URL"] = BROKER_URL


class CeleryApplication(Celery):
    """Celery's, with a beat that is told the tasks' names alone."""

    Beat = cached_property(lambda self: self.subclass_with_self("config.parts.beat:Beat"))


app = CeleryApplication("tulia")
app.conf.update(
    broker_url=BROKER_URL,
    task_queues=queues.declared(is_rabbitmq=BROKER_URL.startswith("amqp")),
    task_routes=queues.route,
    task_default_queue="housekeeping",
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,
    # A killed worker's wake-ups come back soon, not after kombu's hour; the sweep would find the work anyway.
    broker_transport_options={
        "visibility_timeout": 3 * TURN_DEADLINE_SECONDS,
        "unacked_restore_interval": 2,
        "unacked_restore_throttle": 1,
        "socket_timeout": 5,
        "socket_connect_timeout": 2,
    },
    task_publish_retry=False,
    task_ignore_result=True,
    task_acks_late=False,
    task_serializer="json",
    accept_content=["json"],
    worker_pool="config.parts.pool:TaskPool",
    worker_consumer="config.parts.consumer:Consumer",
    worker_concurrency=settings.TULIA.worker_threads,
    worker_prefetch_multiplier=1,
    worker_hijack_root_logger=False,
    worker_enable_remote_control=False,
    timezone="UTC",
    # What a customer waits for is found by the workers' own sweep; only what may be late hangs on beat and broker.
    beat_schedule={
        "heartbeat": {"task": "conversations.tasks.heartbeat", "schedule": 5.0, "options": {"expires": 10}},
        **{
            f"heartbeat of {queue}": {
                "task": "conversations.tasks.heartbeat",
                "schedule": 60.0,
                "kwargs": {"queue": queue},
                "options": {"queue": queue, "expires": 60},
            }
            for queue in queues.ROLES
            if queue != "turns"
        },
        "payments-report": {
            "task": "payments.report_all",
            "schedule": crontab(minute=20),
            "options": {"expires": 3600},
        },
        "months": {
            "task": "rights.keep_months",
            "schedule": crontab(hour=0, minute=5),
            "options": {"expires": 3600},
        },
        "retention": {
            "task": "rights.expire_all",
            "schedule": crontab(hour=0, minute=10),
            "options": {"expires": 3600},
        },
        "summaries": {
            "task": "conversations.tasks.draft_all_summaries",
            "schedule": crontab(minute=25),
            "options": {"expires": 3600},
        },
        "away": {"task": "handoff.mail_all_away", "schedule": 300.0, "options": {"expires": 300}},
        "library": {"task": "knowledge.catch_up", "schedule": 300.0, "options": {"expires": 300}},
    },
)
# Beat keeps one connection, and takes a new one in the place of what RabbitMQ closed only when it tries again.
for entry in app.conf.beat_schedule.values():
    entry["options"] |= {"retry": True, "retry_policy": {"max_retries": 1}}
app.autodiscover_tasks()


@setup_logging.connect
def keep_our_logging(**_: Any) -> None:
    """Celery leaves logging alone when somebody answers this signal."""


@worker_init.connect
def prepare(sender: Any, **_: Any) -> None:
    """Work behind a wall that stands alone; who does turns sweeps from the first moment to the last, broker or not."""
    from conversations.sweep import Sweeper  # noqa: PLC0415  models can be imported only once Django is set up
    from tools import publisher  # noqa: PLC0415  as above

    startup.prepare_worker()
    worker_shutting_down.connect(lambda **_: publisher.stop(), weak=False)
    if "turns" in sender.app.amqp.queues.consume_from:
        sweeper = Sweeper()
        sweeper.start()
        worker_shutting_down.connect(lambda **_: sweeper.stop(), weak=False)


@worker_ready.connect
def report(**_: Any) -> None:
    """Tell the health page at once, before the first beat."""
    app.send_task("conversations.tasks.heartbeat")
    app.send_task("catalog.embed_outdated")
    app.send_task("knowledge.catch_up")
