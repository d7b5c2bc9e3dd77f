"""A stored picture is shown to people of its tenant and to nobody else."""

from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from conversations.inbox import media
from conversations.models import InboundMedia, InboundMessage
from tenants.choices import Role
from tenants.models import Channel, Tenant
from tenants.scope import tenant_scope
from tests import people
from tests.conversations import signed

pytestmark = pytest.mark.django_db


@pytest.fixture
def tenant(make_tenant: Callable[..., Tenant], settings: Any, tmp_path: Path) -> Tenant:
    settings.MEDIA_ROOT = tmp_path
    return make_tenant()


def store(tenant: Tenant, *, content_type: str = "image/png", content: bytes = b"bytes", **fields: Any) -> InboundMedia:
    with tenant_scope(tenant.id):
        channel = Channel.objects.get()
    assert signed.post(channel, signed.message(channel)).status_code == 200
    with tenant_scope(tenant.id):
        row = InboundMedia.objects.create(
            message=InboundMessage.objects.latest("received_at"),
            position=0,
            provider_url="https://api.twilio.com/x",
            content_type=content_type,
            due_at=timezone.now(),
            **{"status": "stored", "path": f"{tenant.id}/{uuid4()}-1.bin", **fields},
        )
    media.path_of(row).parent.mkdir(parents=True, exist_ok=True)
    media.path_of(row).write_bytes(content)
    return row


def get(client: Client, row: InboundMedia) -> HttpResponse:
    return client.get(row.get_absolute_url())


def body(answer: Any) -> bytes:
    content = b"".join(answer.streaming_content)
    answer.close()
    return content


@pytest.mark.parametrize("role", [Role.ADMIN, Role.OPERATOR])
def test_members_see_it_with_headers_that_keep_it_harmless(tenant: Tenant, role: str) -> None:
    row = store(tenant)
    answer = get(people.seated(people.member(tenant, role)), row)
    assert (answer.status_code, body(answer), answer["Content-Type"]) == (200, b"bytes", "image/png")
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert answer["Content-Disposition"].startswith("inline; ")
    assert "private" in answer["Cache-Control"]


@pytest.mark.parametrize("content_type", ["application/pdf", "text/plain", "text/vcard"])
def test_what_a_browser_might_run_is_saved_instead(tenant: Tenant, content_type: str) -> None:
    answer = get(people.seated(people.member(tenant)), store(tenant, content_type=content_type))
    assert answer["Content-Disposition"].startswith("attachment; ")
    answer.close()


def test_to_everybody_else_it_does_not_exist(tenant: Tenant, make_tenant: Callable[..., Tenant]) -> None:
    row = store(tenant)
    no_staff = people.member(tenant)
    no_staff.is_staff = False
    no_staff.save()
    for user in (people.member(make_tenant()), people.person(), no_staff):
        assert get(people.seated(user), row).status_code == 404
    answer = get(Client(), row)
    assert (answer.status_code, answer["Location"]) == (302, f"/admin/login/?next={row.get_absolute_url()}")


def test_platform_staff_see_it(tenant: Tenant) -> None:
    answer = get(people.seated(people.platform()), store(tenant))
    assert body(answer) == b"bytes"


@pytest.mark.parametrize("fields", [{"status": "pending"}, {"status": "refused"}, {"status": "failed"}])
def test_what_is_not_stored_is_not_shown(tenant: Tenant, fields: dict[str, str]) -> None:
    assert get(people.seated(people.member(tenant)), store(tenant, **fields)).status_code == 404


def test_a_file_that_is_gone_is_not_found(tenant: Tenant) -> None:
    row = store(tenant)
    media.path_of(row).unlink()
    client = people.seated(people.member(tenant))
    assert get(client, row).status_code == 404
    assert client.get(f"/media/{uuid4()}/").status_code == 404
    assert client.post(row.get_absolute_url()).status_code == 405


def test_no_file_is_reachable_by_its_path(tenant: Tenant) -> None:
    row = store(tenant)
    client = people.seated(people.member(tenant))
    for path in (f"/media/{row.path}", f"/static/{row.path}", f"/static/../media/{row.path}", "/media/"):
        assert client.get(path).status_code == 404
