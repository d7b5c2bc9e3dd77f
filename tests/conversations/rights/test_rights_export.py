"""A customer gets a copy of all that is kept of her, by the admin or by command; and both can erase her."""

import json
from collections.abc import Callable
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from django.contrib.admin.models import LogEntry
from django.core.management import CommandError, call_command
from django.urls import reverse

from conversations.models import InboundMedia
from conversations.rights import erasure, export, reach
from tenants.choices import Role
from tenants.models import Customer, Tenant
from tenants.scope import tenant_scope
from tests.isolation.plant import Rows, plant
from tests.people import member, platform, seated

pytestmark = pytest.mark.django_db
MakeTenant = Callable[..., Tenant]
HERS, THEIRS = "zanzibarhers", "othertenantsword"


@pytest.fixture(autouse=True)
def _own_files(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path / "media"


@pytest.fixture
def hers(make_tenant: MakeTenant) -> Rows:
    return plant(make_tenant("hers"), HERS)


def is_there(rows: Rows) -> bool:
    with tenant_scope(rows[Tenant].pk):
        return Customer.objects.filter(pk=rows[Customer].pk).exists()


def test_the_copy_holds_every_row_and_file(hers: Rows, make_tenant: MakeTenant) -> None:
    plant(make_tenant(), THEIRS)
    target = BytesIO()
    report = export.export(hers[Tenant].pk, hers[Customer].pk, target)
    with ZipFile(target) as archive:
        for model in reach.links():
            rows = json.loads(archive.read(f"tables/{reach.label(model)}.json"))
            assert [row["id"] for row in rows] == [str(hers[model].pk)]
            assert report[reach.label(model)] == 1
        assert HERS.encode() in archive.read(f"files/{hers[InboundMedia].path}")
        assert json.loads(archive.read("report.json")) == report
        everything = b"".join(archive.read(name) for name in archive.namelist())
    assert THEIRS.encode() not in everything


def test_the_page_says_what_is_kept_and_downloads_it(hers: Rows) -> None:
    client = seated(member(hers[Tenant]))
    customer = reverse("admin:tenants_customer_change", args=[hers[Customer].pk])
    path = reverse("admin:tenants_customer_export_data", args=[hers[Customer].pk])
    assert path in client.get(customer).content.decode()
    page = client.get(path).content.decode()
    assert "Inbound messages" in page
    assert "Download" in page
    answer = client.post(path)
    assert answer["Content-Disposition"].startswith("attachment")
    with ZipFile(BytesIO(b"".join(answer.streaming_content))) as archive:
        assert "tables/conversations.InboundMessage.json" in archive.namelist()
    assert LogEntry.objects.get().change_message == "Exported their data."


def test_the_page_asks_before_it_erases_and_tells_what_went(hers: Rows) -> None:
    client = seated(member(hers[Tenant]))
    path = reverse("admin:tenants_customer_erase_data", args=[hers[Customer].pk])
    page = client.get(path).content.decode()
    assert "nobody can bring it back" in page
    assert is_there(hers)
    refused = client.post(path).content.decode()
    assert "is under way" in refused
    assert is_there(hers), "something is not finished, and nobody has said that they know"
    answer = client.post(path, {"despite_open": "on"}, follow=True)
    assert "Their data is erased" in answer.content.decode()
    assert "inbound messages: 1" in answer.content.decode()
    assert not is_there(hers)
    entry = LogEntry.objects.get()
    assert (entry.object_repr, entry.object_id) == (erasure.ERASED, str(hers[Customer].pk))
    assert "inbound messages: 1" in entry.change_message
    assert client.post(path).status_code == 404


@pytest.mark.parametrize("name", ["export_data", "erase_data"])
def test_only_admins_of_the_tenant_may(name: str, hers: Rows, make_tenant: MakeTenant) -> None:
    path = reverse(f"admin:tenants_customer_{name}", args=[hers[Customer].pk])
    operator, staff = seated(member(hers[Tenant], Role.OPERATOR)), seated(platform())
    assert operator.get(path).status_code == 403
    assert operator.post(path).status_code == 403
    for answer in (staff.get(path), staff.post(path)):  # led to choose the business first
        assert answer["Location"].startswith(reverse("admin:pick_tenant"))
    stranger = seated(member(make_tenant()))
    assert stranger.get(path).status_code == 404
    assert stranger.post(path).status_code == 404
    assert is_there(hers)
    staff.post(reverse("admin:pick_tenant"), {"tenant": str(hers[Tenant].pk)})
    answer = staff.post(path, {"despite_open": "on"})
    assert answer.status_code == (200 if name == "export_data" else 302)
    answer.close()


def test_the_commands_copy_and_erase(hers: Rows, tmp_path: Path) -> None:
    out, told = tmp_path / "hers.zip", StringIO()
    number = hers[Customer].address.removeprefix("whatsapp:")
    call_command("export_customer", "hers", number, str(out), stdout=told)
    assert "conversations.InboundMessage" in told.getvalue()
    with ZipFile(out) as archive:
        assert archive.testzip() is None
    with pytest.raises(CommandError, match="cannot be written"):
        call_command("export_customer", "hers", number, str(out))
    with pytest.raises(CommandError, match="is under way"):
        call_command("erase_customer", "hers", f"whatsapp:{number}", "--yes")
    call_command("erase_customer", "hers", f"whatsapp:{number}", "--yes", "--despite-open-orders", stdout=told)
    assert "tenants.Customer " in told.getvalue()
    assert not is_there(hers)
    with pytest.raises(CommandError, match="No customer"):
        call_command("erase_customer", "hers", number, "--yes")


def test_the_command_asks_first(hers: Rows, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builtins.input", lambda question: "")
    with pytest.raises(CommandError, match="Nothing was erased"):
        call_command("erase_customer", "hers", hers[Customer].address)
    assert is_there(hers)


def test_where_nobody_can_be_asked_the_command_says_so(hers: Rows, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", StringIO(""))
    with pytest.raises(CommandError, match="With --yes"):
        call_command("erase_customer", "hers", hers[Customer].address)
    assert is_there(hers)


def test_the_commands_know_only_the_tenants_own_customers(hers: Rows, make_tenant: MakeTenant, tmp_path: Path) -> None:
    make_tenant("stranger")
    for tenant, words in (("stranger", "No customer"), ("nobody", "no tenant nobody")):
        with pytest.raises(CommandError, match=words):
            call_command("erase_customer", tenant, hers[Customer].address, "--yes")
        with pytest.raises(CommandError, match=words):
            call_command("export_customer", tenant, hers[Customer].address, str(tmp_path / "x.zip"))
    assert is_there(hers)
