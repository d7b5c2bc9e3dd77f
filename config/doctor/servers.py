"""Cache, broker, workers, beat and web: who answers, what waits, and who has been silent for how long."""

import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any, Final

import httpx
import redis
from django.conf import settings
from django.core.cache import cache
from django.utils import timezone
from kombu import Connection

from config.celery import app
from config.parts import broker as parts_broker
from config.parts import queues
from config.serving import open_servers
from conversations.tasks import heartbeat_key
from tenants.diagnosis import Diagnosis, fault, fine, warning
from tenants.schedule import ScheduledJob

# A server that takes longer is as good as away.
ANSWER_SECONDS: Final = 2.0
# What a queue holds that nobody keeps up with.
MANY: Final = 500
# Beat asks a queue's workers each minute, and those of the turns each five seconds.
SILENT_SECONDS: Final = {"turns": 30.0}
# A worker beats each minute; two missed beats may be a restart.
USUALLY_SILENT_SECONDS: Final = 180.0
# What beat asks for, and after how long it is missed; what is done at night is asked for once a day.
MISSED_AFTER: Final = {
    "payments-report": timedelta(hours=3), "months": timedelta(hours=30), "retention": timedelta(hours=30),
}  # fmt: skip
START_WORKER: Final = "Start a worker with this queue after --queues, and beat; its log tells why it ended."


def cache_server() -> Iterator[Diagnosis]:
    try:
        cache.get("doctor")
    except redis.RedisError as error:
        yield fault(
            f"The cache does not answer: {type(error).__name__}.", "Start Redis or Valkey, or correct REDIS_URL."
        )
        return
    yield fine("The cache answers.")
    remedy = "Give it a password, and name it in the address."
    yield from (
        warning(sentence.partition(": ")[0] + ".", remedy) for sentence in open_servers.sentences(settings.TULIA)
    )


def broker() -> Iterator[Diagnosis]:
    """Reached as the processes reach it; each queue's length is asked for without making the queue."""
    try:
        lengths = _lengths()
    except Exception as error:  # every transport raises errors of its own
        yield fault(
            f"The broker does not answer: {type(error).__name__}.",
            "Start it, or correct CELERY_BROKER_URL. Messages are answered meanwhile; what beat asks for waits.",
        )
        return
    crowded = {name: length for name, length in lengths.items() if length > MANY}
    for name, length in crowded.items():
        yield warning(f"{length:,} tasks wait in the queue {name}.", f"Start more workers with --queues {name}.")
    if not crowded:
        yield fine(f"The broker answers; {sum(lengths.values())} tasks wait.")


def _lengths() -> dict[str, int]:
    with parts_broker.connected(within=ANSWER_SECONDS) as connection:
        return {name: _length(connection, name) for name in queues.ROLES}


def _length(connection: Connection, name: str) -> int:
    channel: Any = connection.channel()
    try:
        return int(channel.queue_declare(name, passive=True).message_count)
    except connection.channel_errors:  # nobody has made it yet
        return 0
    finally:
        channel.close()


def workers() -> Iterator[Diagnosis]:
    """By the heartbeat that beat sends through each queue."""
    try:
        told = {name: cache.get(heartbeat_key(name)) for name in queues.ROLES}
    except redis.RedisError:
        yield fault("Without the cache nobody knows whether a worker lives.", "See to the cache first.")
        return
    for name, at in told.items():
        age = time.time() - at if isinstance(at, int | float) else None
        if age is not None and age < SILENT_SECONDS.get(name, USUALLY_SILENT_SECONDS):
            yield fine(f"A worker takes the queue {name}.")
            continue
        silence = "No worker has reported" if age is None else f"No worker has reported for {age:.0f} s"
        tell = fault if name in queues.URGENT else warning
        yield tell(f"{silence} from the queue {name}.", START_WORKER)


def jobs() -> Iterator[Diagnosis]:
    """Whether beat has asked for what it asks for; an installation that is new has not missed anything."""
    claimed = dict(ScheduledJob.objects.values_list("name", "claimed_at"))
    now, known = timezone.now(), set(app.conf.beat_schedule)
    for name, limit in MISSED_AFTER.items():
        at = claimed.get(name)
        if name in known and at is not None and now - at > limit:
            hours = (now - at).total_seconds() / 3600
            yield warning(f"The job {name} was last begun {hours:.0f} h ago.", "Start beat, or look at its log.")


def web() -> Iterator[Diagnosis]:
    """At the address that Twilio uses."""
    address = f"{settings.TULIA.base_url}/health/live"
    try:
        status = httpx.get(address, timeout=ANSWER_SECONDS).status_code
    except httpx.HTTPError as error:
        yield fault(
            f"{address} does not answer: {type(error).__name__}.", "Start the web process, or correct PUBLIC_BASE_URL."
        )
        return
    if status != httpx.codes.OK:
        yield fault(f"{address} answers {status}.", "Something else answers there: look at the proxy.")
    else:
        yield fine(f"{settings.TULIA.base_url} answers.")
