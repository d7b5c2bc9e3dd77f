"""A channel's page: its addresses, its secret that only goes in, and the test of its connection."""

import base64
from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from django.conf import settings as installed
from django.test import Client
from django.urls import reverse

from tenants.models import Channel, Tenant
from tenants.scope import tenant_scope
from tests.depth import thorough
from tests.loopback.listening import Listening, QuietHandler
from tests.people import furnish, member, pages, platform, seated

db = pytest.mark.django_db
MakeTenant = Callable[..., Tenant]
DEMO_ACCOUNT = f"AC{1:032d}"


class Accounts(Listening):
    """Twilio's answer to a fetched account: known with the right token, and as broken as a test wants it."""

    def __init__(self) -> None:
        self.token, self.status, self.idle_transactions = "right", 200, -1
        accounts = self

        class Handler(QuietHandler):
            def do_GET(self) -> None:
                accounts.idle_transactions = count_idle_transactions()
                self.say(*accounts.answer(self.headers.get("Authorization", "")))

        self.listen(Handler)

    def answer(self, authorization: str) -> tuple[int, dict[str, Any]]:
        token = base64.b64decode(authorization.removeprefix("Basic ")).decode().partition(":")[2]
        if self.status != 200:
            return self.status, {"code": self.status, "message": "Not now", "status": self.status}
        if token != self.token:
            return 401, {"code": 20003, "message": "Authenticate", "status": 401}
        return 200, {"sid": "AC", "friendly_name": "Amani's account", "status": "active"}


def count_idle_transactions() -> int:
    """As the runtime role, which sees the state of its own sessions only."""
    runtime = installed.DATABASES["default"]
    with psycopg.connect(f"postgresql://{runtime['USER']}@/{runtime['NAME']}?host={runtime['HOST']}") as connection:
        found = connection.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND state LIKE 'idle in transaction%'"
        ).fetchone()
    return found[0] if found else -1


@pytest.fixture
def accounts(settings: Any) -> Iterator[Accounts]:
    with Accounts() as server:
        settings.TULIA = settings.TULIA.model_copy(update={"twilio_api_base_url": server.url})
        yield server


@pytest.fixture
def tenant(make_tenant: MakeTenant) -> Tenant:
    return make_tenant()


@pytest.fixture
def client(tenant: Tenant) -> Client:
    return seated(member(tenant))


def stored(tenant: Tenant) -> Channel:
    with tenant_scope(tenant.id):
        return Channel.objects.earliest("created_at")


def page_of(tenant: Tenant, page: str = "change") -> str:
    return reverse(f"admin:tenants_channel_{page}", args=[stored(tenant).pk])


def form(**changes: str) -> dict[str, str]:
    plain = {
        "name": "Shop",
        "sender": "whatsapp:+254711111111",
        "twilio_account": f"AC{uuid4().hex}",
        "messages_per_second": "80",
    }
    return plain | {"auth_token": "new-secret", "is_active": "on"} | changes


@db
def test_the_page_shows_what_to_paste_into_twilio(client: Client, tenant: Tenant) -> None:
    page = client.get(page_of(tenant)).content.decode()
    token = stored(tenant).webhook_token
    assert f'value="http://127.0.0.1:8000/webhooks/twilio/{token}/#rc=3&amp;rp=ct,rt,5xx"' in page
    assert f'value="http://127.0.0.1:8000/webhooks/twilio/{token}/status/#rc=3&amp;rp=ct,rt,5xx"' in page
    assert "Messaging → Senders → WhatsApp" in page


@db
def test_a_written_token_is_sealed_and_an_empty_one_kept(client: Client, tenant: Tenant) -> None:
    assert client.post(page_of(tenant), form()).status_code == 302
    assert stored(tenant).auth_token == "new-secret"
    assert "new-secret" not in stored(tenant).sealed_auth_token
    assert client.post(page_of(tenant), form(auth_token="", name="Renamed")).status_code == 302
    assert stored(tenant).auth_token == "new-secret"
    assert stored(tenant).name == "Renamed"


@thorough
@db
def test_no_page_ever_shows_a_secret(client: Client, tenant: Tenant) -> None:
    furnish(tenant, "word")
    refused = client.post(page_of(tenant), form(sender="wrong", auth_token="typed-secret"))
    assert refused.status_code == 200
    assert "typed-secret" not in refused.content.decode()
    client.post(page_of(tenant), form(auth_token="typed-secret"))
    channel = stored(tenant)
    seen = [page_of(tenant), page_of(tenant, "history"), "/admin/"]
    seen += [reverse(f"admin:{m._meta.app_label}_{m._meta.model_name}_changelist") for m in pages()]
    for browser in (client, seated(platform())):
        for path in seen:
            page = browser.get(path).content.decode()
            assert "typed-secret" not in page
            assert channel.sealed_auth_token not in page


@db
@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"auth_token": " "}, "Paste the auth token of this Twilio account."),
        ({"sender": "0711"}, "A WhatsApp address reads whatsapp:+254712345678"),
        ({"twilio_account": "AC12"}, "An account SID is AC and 32 hex digits."),
    ],
)
def test_what_is_wrong_is_said(client: Client, changes: dict[str, str], sentence: str) -> None:
    page = client.post(reverse("admin:tenants_channel_add"), form(**changes))
    assert page.status_code == 200
    assert sentence in page.content.decode()


@db
def test_one_sender_has_one_channel(client: Client, tenant: Tenant) -> None:
    page = client.post(reverse("admin:tenants_channel_add"), form(sender=stored(tenant).sender))
    assert "You already have a channel with this sender." in page.content.decode()


@db
@pytest.mark.parametrize("is_demo", [True, False])
def test_demo_accounts_belong_to_the_demo(client: Client, settings: Any, is_demo: bool) -> None:
    settings.TULIA = settings.TULIA.model_copy(update={"demo": is_demo})
    response = client.post(reverse("admin:tenants_channel_add"), form(twilio_account=DEMO_ACCOUNT))
    assert response.status_code == (302 if is_demo else 200)


@db
def test_a_new_address_replaces_the_old_one_after_a_confirmation(client: Client, tenant: Tenant) -> None:
    before = stored(tenant).webhook_token
    asked = client.get(page_of(tenant, "new_webhook_address"))
    assert "The old address stops working at once" in asked.content.decode()
    assert stored(tenant).webhook_token == before
    done = client.post(page_of(tenant, "new_webhook_address"), {"_form_submitted": "on"})
    assert done.headers["HX-Redirect"] == page_of(tenant)
    assert stored(tenant).webhook_token != before
    assert "New webhook address." in client.get(page_of(tenant, "history")).content.decode()


@db
@pytest.mark.parametrize(
    ("token", "status", "words"),
    [
        ("right", 200, "Connected to Twilio account Amani&#x27;s account."),
        ("wrong", 200, "Twilio refused this account and token"),
        ("right", 404, "Twilio refused this account and token"),
        ("right", 503, "Twilio could not be reached"),
    ],
)
def test_the_connection_is_tested_and_told_in_words(
    client: Client, tenant: Tenant, accounts: Accounts, token: str, status: int, words: str
) -> None:
    client.post(page_of(tenant), form(auth_token=token))
    accounts.status = status
    page = client.get(page_of(tenant, "test_connection"), follow=True).content.decode()
    assert words in page


@db
def test_an_unreachable_twilio_is_told_in_words(client: Client, tenant: Tenant, settings: Any) -> None:
    settings.TULIA = settings.TULIA.model_copy(update={"twilio_api_base_url": "http://127.0.0.1:1"})
    page = client.get(page_of(tenant, "test_connection"), follow=True).content.decode()
    assert "Twilio could not be reached: no connection to Twilio" in page


@db
def test_a_token_from_a_lost_key_is_told_in_words(client: Client, tenant: Tenant) -> None:
    with tenant_scope(tenant.id):
        Channel.objects.update(sealed_auth_token="gone:AAAA")
    page = client.get(page_of(tenant, "test_connection"), follow=True).content.decode()
    assert "cannot be decrypted here. Paste it again." in page


def test_no_transaction_waits_for_twilio(committed_db: None, make_tenant: MakeTenant, accounts: Accounts) -> None:
    tenant = make_tenant()
    browser = seated(member(tenant))
    accounts.token = stored(tenant).auth_token
    page = browser.get(page_of(tenant, "test_connection"), follow=True).content.decode()
    assert "Connected to Twilio" in page
    assert accounts.idle_transactions == 0
