"""Who starts Tulia is told of a cache or a broker that anybody in the network may use."""

import pytest

from config.environment import Environment
from config.serving import open_servers

OPEN = [
    ("REDIS_URL", "redis://cache.internal:6379/0", "cache.internal"),
    ("REDIS_URL", "redis://10.0.0.7/0", "10.0.0.7"),
    ("REDIS_URL", "rediss://cache.internal", "cache.internal"),
    ("REDIS_URL", "redis://tulia@cache.internal", "cache.internal"),
    ("REDIS_URL", "redis://:secret@cache.internal,redis://replica.internal", "replica.internal"),
    ("CELERY_BROKER_URL", "amqp://broker.internal//", "broker.internal"),
    ("CELERY_BROKER_URL", "amqp://guest:guest@broker.internal//", "broker.internal"),
    ("CELERY_BROKER_URL", "amqp://tulia:secret@one.internal//;amqp://two.internal//", "two.internal"),
    ("CELERY_BROKER_URL", "sentinel://one.internal:26379;sentinel://:secret@two.internal:26379", "one.internal"),
    ("CELERY_BROKER_URL", "redis://[2001:db8::7]:6379/0", "2001:db8::7"),
]
SHUT = [
    "unix:///tmp/valkey.sock",
    "memory://",
    "redis://127.0.0.1:6379/0",
    "redis://127.9.9.9:6379/0",
    "redis://localhost/1",
    "redis://[::1]:6379/0",
    "redis://:sec,ret@cache.internal:6379/0",
    "redis://cache.internal:6379/0?password=secret",
    "rediss://cache.internal:6379/0?ssl_certfile=/etc/tulia.pem",
    "amqp://tulia:secret@broker.internal//",
    "amqp://tulia:secret@one.internal//;amqp://tulia:secret@two.internal//;amqp://tulia:secret@three.internal//",
]


@pytest.mark.parametrize(("setting", "url", "host"), OPEN)
def test_one_without_a_password_beyond_this_machine_is_named(setting: str, url: str, host: str) -> None:
    (said,) = open_servers.sentences(Environment.model_validate({setting: url}))
    assert said.startswith(f"{setting} reaches {host} without a password")
    assert "secret" not in said


@pytest.mark.parametrize("url", SHUT)
def test_of_any_other_nothing_is_said(url: str) -> None:
    settings = Environment.model_validate({"REDIS_URL": url, "CELERY_BROKER_URL": url})
    assert list(open_servers.sentences(settings)) == []


@pytest.mark.parametrize(
    ("cache", "broker"),
    [
        ("unix://:pw@/tmp/a%20b/valkey.sock?db=3", "redis+socket://:pw@/tmp/a%20b/valkey.sock?virtual_host=3"),
        ("unix:///tmp/valkey.sock", "redis+socket:///tmp/valkey.sock?virtual_host=0"),
        ("unix:///tmp/valkey.sock?password=a%2Fb", "redis+socket://:a%2Fb@/tmp/valkey.sock?virtual_host=0"),
        ("redis://:pw@cache.internal/1", "redis://:pw@cache.internal/1"),
    ],
)
def test_the_caches_server_is_the_broker_too(cache: str, broker: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CELERY_BROKER_URL")
    assert Environment.model_validate({"REDIS_URL": cache}).broker_url == broker
    other = Environment.model_validate({"REDIS_URL": "redis://127.0.0.1/0", "CELERY_BROKER_URL": cache})
    assert other.broker_url == broker
