"""The demo's passwords and tokens are public: others never reach it, and once it is off they open nothing."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from config import environment
from conversations import routing
from conversations.simulator import accounts
from conversations.simulator.demo import load
from tenants.models import Channel, Tenant, User
from tenants.scope import fleet_scope
from tests.here import OWN, ROOT, free_port
from tests.people import seated
from tests.talk import sign

OPENED = [
    ({"PUBLIC_BASE_URL": "https://chat.shop.example"}, "PUBLIC_BASE_URL"),
    ({"PUBLIC_BASE_URL": "http://192.168.1.20:8000"}, "PUBLIC_BASE_URL"),
    ({"PUBLIC_BASE_URL": "https://localhost.shop.example"}, "PUBLIC_BASE_URL"),
    ({"PUBLIC_BASE_URL": "https://chat.shop.example", "TULIA_DEMO": "true"}, "PUBLIC_BASE_URL"),
    ({"TULIA_HOST": "0.0.0.0"}, "TULIA_HOST"),  # noqa: S104
    ({"TULIA_HOST": "::"}, "TULIA_HOST"),
    ({"TULIA_HOST": "192.168.1.20"}, "TULIA_HOST"),
    ({"TULIA_HOST": "chat.shop.example"}, "TULIA_HOST"),
]


@pytest.mark.parametrize(("settings_given", "culprit"), OPENED)
def test_settings_that_open_the_demo_are_refused_with_a_way_on(
    settings_given: dict[str, str], culprit: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in settings_given.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(SystemExit) as stopped:
        environment.read()
    said = capsys.readouterr().err
    assert stopped.value.code == 2
    assert said.startswith("Tulia cannot start: the demo is on, whose passwords and tokens are public")
    assert culprit in said
    assert "TULIA_DEMO=false" in said
    monkeypatch.setenv("TULIA_DEMO", "false")
    assert environment.read().is_public


@pytest.mark.parametrize("harmless", [{"PUBLIC_BASE_URL": "http://127.0.0.1:9000"}, {"TULIA_HOST": "::1"}, {}])
def test_a_demo_on_its_own_machine_starts(harmless: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in harmless.items():
        monkeypatch.setenv(name, value)
    assert not environment.read().is_public


def test_a_start_with_nothing_but_an_address_is_refused_before_anything_runs(tmp_path: Path) -> None:
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(OWN)}
    given = {"PORT": str(free_port()), "TULIA_DATA_DIR": str(tmp_path), "PUBLIC_BASE_URL": "https://chat.shop.example"}
    done = subprocess.run(
        [sys.executable, "-m", "config.run"], cwd=ROOT, env=inherited | given, text=True, capture_output=True,
        check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 2
    assert "Tulia cannot start: the demo is on" in done.stderr
    assert not (tmp_path / "postgres").exists()


def test_a_web_process_of_its_own_is_refused_too() -> None:
    changed = os.environ | {"PUBLIC_BASE_URL": "https://chat.shop.example", "DJANGO_SETTINGS_MODULE": "config.settings"}
    done = subprocess.run(
        [sys.executable, "-c", "import config.wsgi"], cwd=ROOT, env=changed, text=True, capture_output=True, check=False
    )
    assert done.returncode == 2
    assert "Tulia cannot start: the demo is on" in done.stderr


PROXIED = [{"X-Forwarded-For": "203.0.113.9"}, {"Forwarded": "for=203.0.113.9"}, {"X-Real-Ip": "203.0.113.9"}]


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/admin/login/", "/simulator/", "/webhooks/twilio/duka/", "/"])
def test_a_demo_behind_a_tunnel_or_on_an_open_port_answers_nobody_else(client: Client, path: str) -> None:
    for headers in PROXIED:
        assert client.get(path, headers=headers).status_code == 403
    for peer in ("192.168.1.20", "203.0.113.9", "::ffff:203.0.113.9", ""):
        assert client.get(path, REMOTE_ADDR=peer).status_code == 403
    for peer in ("127.0.0.1", "::1", "::ffff:127.0.0.1"):
        assert client.get(path, REMOTE_ADDR=peer).status_code != 403


@pytest.fixture
def demo_admin(db: None) -> User:
    return load._user("admin", is_superuser=True)


@pytest.fixture
def off(settings: Any) -> Callable[[], None]:
    """Switches the demo off, in a process that had it on."""

    def switch() -> None:
        settings.TULIA = settings.TULIA.model_copy(update={"demo": False})

    return switch


def test_demo_logins_are_dead_once_it_is_off(
    demo_admin: User, duka: Tenant, off: Callable[[], None], log_in: Callable[..., HttpResponse]
) -> None:
    sessions = {name: seated(User.objects.get(username=name)) for name in ("admin", "duka-admin", "duka-operator")}
    for name, browser in sessions.items():
        assert browser.get("/admin/").status_code == 200
        assert log_in(name, load.PASSWORD).status_code == 302
    # Another address or password does not make one of them somebody's own.
    User.objects.filter(username="duka-admin").update(email="own@shop.example")
    demo_admin.set_password("something-else-9")
    demo_admin.save()
    off()
    for name, browser in sessions.items():
        assert browser.get("/admin/").status_code == 302
        for password in (load.PASSWORD, "something-else-9"):
            assert log_in(name, password).status_code == 200


def test_a_login_of_ones_own_lives_on(off: Callable[[], None], db: None, log_in: Callable[..., HttpResponse]) -> None:
    User.objects.create_superuser("amina", "amina@shop.example", "a-long-password-9")
    off()
    assert log_in("amina", "a-long-password-9").status_code == 302


def test_simulators_tokens_and_channels_are_dead_once_it_is_off(
    duka: Tenant, off: Callable[[], None], client: Client
) -> None:
    with fleet_scope():
        channel = Channel.objects.get(tenant=duka)
    fields = {"MessageSid": "SM" + "1" * 32, "From": "whatsapp:+254712000001", "To": channel.sender, "Body": "Hi"}
    signature = sign("http://testserver/webhooks/twilio/duka/", fields, channel.auth_token)

    def webhook() -> int:
        return client.post("/webhooks/twilio/duka/", fields, headers={"X-Twilio-Signature": signature}).status_code

    assert webhook() == 200  # and is remembered by this process from here on
    assert routing.find_channel("duka", "whatsapp") is not None
    assert accounts.list_channels() != []
    off()
    assert webhook() == 404
    for path in ("/simulator/", "/simulator/api/duka/phones/", "/simulator/daraja/oauth/v1/generate"):
        assert client.get(path).status_code == 404
    assert client.get("/")["Location"] == "/admin/"
    assert accounts.list_channels() == []
    assert accounts.find_channel("duka") is None
    assert accounts.list_of_account(channel.twilio_account, channel.auth_token) == []
