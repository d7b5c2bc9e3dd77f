"""Cache and broker that anybody in the network may read and write: who starts Tulia is told."""

import re
from collections.abc import Iterator
from ipaddress import ip_address
from urllib.parse import SplitResult, parse_qs, urlsplit

from config.environment import Environment

BETWEEN_URLS = re.compile(r"[;,](?=[a-z+]+://)")
# Of RabbitMQ, known to everybody.
DEFAULT_LOGIN = ("guest", "guest")


def sentences(settings: Environment) -> Iterator[str]:
    """One for each server beyond this machine that is reached without a password of its own."""
    for setting, urls in (("REDIS_URL", settings.redis_url), ("CELERY_BROKER_URL", settings.celery_broker_url)):
        for url in BETWEEN_URLS.split(urls or ""):
            parts = urlsplit(url)
            if parts.hostname and not _is_this_machine(parts.hostname) and not _has_login(parts):
                yield (
                    f"{setting} reaches {parts.hostname} without a password: whoever reaches it too can read what "
                    "waits there, and have it done or not done. Give it a password, and name it in the address."
                )


def _is_this_machine(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _has_login(parts: SplitResult) -> bool:
    query = parse_qs(parts.query)
    is_given = bool(parts.password) and (parts.username, parts.password) != DEFAULT_LOGIN
    return is_given or "password" in query or "ssl_certfile" in query
