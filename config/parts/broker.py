"""The one place that opens a connection to the broker beside Celery's own, to see whether it answers and what waits."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from kombu import Connection

# What kombu puts between servers of which each will do, as nodes of one RabbitMQ cluster.
BETWEEN = ";"


@contextmanager
def connected(*, within: float) -> Iterator[Connection]:
    """To the first of its servers that answers; each is asked once, and all of them have so many seconds together.

    Every transport raises errors of its own when none does, and when one that answered falls silent afterwards.
    """
    url = settings.TULIA.broker_url
    others = url.count(BETWEEN)
    each = within / (others + 1)
    limits = {"socket_timeout": each, "socket_connect_timeout": each}
    if url.startswith("amqp"):
        limits = {"read_timeout": each, "write_timeout": each}
    with Connection(url, connect_timeout=each, transport_options=limits) as connection:
        connection.ensure_connection(max_retries=others)
        yield connection
