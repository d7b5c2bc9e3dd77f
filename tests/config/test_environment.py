"""A wrong setting stops the start with a sentence that names it; a blank one is the same as none."""

from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path

import pytest

from config.environment import LOOPBACK_HOSTS, Environment, read, stop

NAMES = [str(field.alias) for field in Environment.model_fields.values()]
OPTIONAL = [
    "DATABASE_URL", "DATABASE_OWNER_URL", "REDIS_URL", "CELERY_BROKER_URL", "PUBLIC_BASE_URL",
    "TWILIO_API_BASE_URL", "OPENAI_API_KEY", "OPENAI_BASE_URL", "TULIA_SECRET_KEY", "TULIA_ENCRYPTION_KEYS",
]  # fmt: skip
WRONG = [
    ("PORT", "0"),
    ("PORT", "65536"),
    ("PORT", "http"),
    ("TULIA_FLEET_ROLE", "fleet; DROP TABLE tenants_tenant"),
    ("TULIA_FLEET_ROLE", 'fleet"'),
    ("TULIA_FLEET_ROLE", "Fleet"),
    ("TULIA_DATABASE_POOL_SIZE", "0"),
    ("TULIA_DATABASE_POOL_SIZE", "501"),
    ("PUBLIC_BASE_URL", "shop.example"),
    ("PUBLIC_BASE_URL", "ftp://shop.example"),
    ("TWILIO_API_BASE_URL", "localhost:9000"),
    ("OPENAI_BASE_URL", "models"),
    ("TULIA_MODEL_TIMEOUT_SECONDS", "0"),
    ("TULIA_MODEL_TIMEOUT_SECONDS", "900.1"),
    ("TULIA_MODEL_TIMEOUT_SECONDS", "nan"),
    ("TULIA_MODEL_PRICE_IN", "-0.01"),
    ("TULIA_MODEL_PRICE_OUT", "cheap"),
    ("TULIA_DEMO", "perhaps"),
    ("TULIA_DEBUG", "2"),
    ("TULIA_WEB_WORKERS", "0"),
    ("TULIA_WEB_WORKERS", "65"),
    ("TULIA_WORKER_THREADS", "0"),
    ("TULIA_WORKER_THREADS", "1001"),
]


@pytest.fixture(autouse=True)
def empty_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)


def read_with(monkeypatch: pytest.MonkeyPatch, values: Mapping[str, str]) -> Environment:
    for name, value in values.items():
        monkeypatch.setenv(name, value)
    return read()


def description_of(name: str) -> str:
    return next(str(field.description) for field in Environment.model_fields.values() if field.alias == name)


@pytest.mark.parametrize(("name", "value"), WRONG)
def test_a_wrong_value_stops_the_start_and_is_named(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        read_with(monkeypatch, {name: value})
    said = capsys.readouterr().err
    assert stopped.value.code == 2
    assert said.startswith(f"Tulia cannot start: {name} ({description_of(name)}) is wrong: ")
    assert said.count("\n") == 1
    assert "Traceback" not in said


def test_every_wrong_value_gets_its_own_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        read_with(monkeypatch, {"PORT": "0", "TULIA_DEMO": "perhaps"})
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 2
    assert "PORT (" in lines[0]
    assert lines[1].startswith("TULIA_DEMO (")


@pytest.mark.parametrize("name", ["OPENAI_API_KEY", "TULIA_SECRET_KEY", "TULIA_ENCRYPTION_KEYS", "DATABASE_URL"])
def test_a_secret_is_not_repeated_in_the_message_about_another(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        read_with(monkeypatch, {name: "very-secret", "PORT": "0"})
    assert "very-secret" not in capsys.readouterr().err


@pytest.mark.parametrize("name", OPTIONAL)
@pytest.mark.parametrize("blank", ["", "   "])
def test_a_blank_value_is_the_same_as_none(name: str, blank: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert read_with(monkeypatch, {name: blank}) == Environment()
    field = next(attribute for attribute, info in Environment.model_fields.items() if info.alias == name)
    assert getattr(read(), field) is None


def test_the_defaults() -> None:
    found = read()
    assert (found.host, found.port, found.data_dir) == ("127.0.0.1", 8000, Path(".tulia"))
    assert (found.fleet_role, found.database_pool_size) == ("tulia_fleet", 16)
    assert (found.embedding_model, found.model_timeout_seconds, found.patience) == (None, 8, 1)
    assert (found.model_price_in, found.model_price_out) == (Decimal("0.15"), Decimal("0.60"))
    assert (found.web_workers, found.worker_threads) == (1, 100)
    assert not found.demo
    assert not found.debug


@pytest.mark.parametrize(("seconds", "patience"), [("3", 1), ("8", 1), ("20", 2.5), ("900", 112.5)])
def test_who_allows_a_model_more_time_allows_the_turn_more(
    seconds: str, patience: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert read_with(monkeypatch, {"TULIA_MODEL_TIMEOUT_SECONDS": seconds}).patience == patience


def test_values_are_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    found = read_with(
        monkeypatch,
        {
            "PORT": "8080",
            "TULIA_DATA_DIR": "/var/lib/tulia",
            "TULIA_DEMO": "true",
            "TULIA_MODEL_PRICE_IN": "2.50",
            "DATABASE_URL": "postgresql://tulia_app@db/tulia",
        },
    )
    assert found.port == 8080
    assert found.data_dir == Path("/var/lib/tulia")
    assert found.demo is True
    assert found.model_price_in == Decimal("2.50")
    assert found.database_url == "postgresql://tulia_app@db/tulia"


def test_what_is_not_ours_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    assert read_with(monkeypatch, {"TULIA_NO_SUCH_SETTING": "x"}) == Environment()


@pytest.mark.parametrize(
    ("values", "base_url"),
    [
        ({}, "http://127.0.0.1:8000"),
        ({"PORT": "8080"}, "http://127.0.0.1:8080"),
        ({"PUBLIC_BASE_URL": ""}, "http://127.0.0.1:8000"),
        ({"PUBLIC_BASE_URL": "https://chat.shop.example"}, "https://chat.shop.example"),
        ({"PUBLIC_BASE_URL": "https://chat.shop.example/"}, "https://chat.shop.example"),
        ({"PUBLIC_BASE_URL": "https://shop.example:8443/tulia/"}, "https://shop.example:8443/tulia"),
        ({"PUBLIC_BASE_URL": "https://shop.example", "PORT": "9000"}, "https://shop.example"),
    ],
)
def test_our_own_address(values: dict[str, str], base_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert read_with(monkeypatch, values).base_url == base_url


@pytest.mark.parametrize(
    ("public", "hosts"),
    [
        ("", LOOPBACK_HOSTS),
        ("https://chat.shop.example", [*LOOPBACK_HOSTS, "chat.shop.example"]),
        ("https://chat.shop.example:8443/tulia", [*LOOPBACK_HOSTS, "chat.shop.example"]),
    ],
)
def test_the_hosts_we_answer_for(public: str, hosts: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert read_with(monkeypatch, {"PUBLIC_BASE_URL": public}).allowed_hosts == hosts


@pytest.mark.parametrize(
    ("values", "has_model"),
    [
        ({}, False),
        ({"OPENAI_API_KEY": "  "}, False),
        ({"TULIA_CHAT_MODEL": "gpt-4o"}, False),
        ({"OPENAI_API_KEY": "sk-x"}, True),
        ({"OPENAI_BASE_URL": "http://127.0.0.1:9/v1"}, True),
    ],
)
def test_a_model_is_there_with_a_key_or_an_endpoint(
    values: dict[str, str], has_model: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert read_with(monkeypatch, values).has_model is has_model


def test_the_stand_in_for_twilio_has_no_trailing_slash(monkeypatch: pytest.MonkeyPatch) -> None:
    assert read().twilio_base_url is None
    found = read_with(monkeypatch, {"TWILIO_API_BASE_URL": "http://127.0.0.1:9000/twilio/"})
    assert found.twilio_base_url == "http://127.0.0.1:9000/twilio"


def test_stop_ends_the_start_with_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        stop("the cat sleeps on the socket.")
    assert stopped.value.code == 2
    assert capsys.readouterr().err == "Tulia cannot start: the cat sleeps on the socket.\n"
