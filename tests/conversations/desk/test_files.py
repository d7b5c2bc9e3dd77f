"""A person sends a picture or a PDF: known by its content, kept under the tenant, given to Twilio and colleagues."""

from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client

from conversations import outbox
from conversations.models import OutboundFile, OutboundMessage
from conversations.outbox import files
from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.conversations.desk.operator import Operator
from tests.depth import sampled
from tests.people import member, seated

pytestmark = pytest.mark.django_db
PNG = b"\x89PNG\r\n\x1a\n" + b"pixels" + b"IEND\xaeB`\x82"
PDF = b"%PDF-1.7 words %%EOF\n"


@pytest.fixture(autouse=True)
def _own_folder(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path


def send(operator: Operator, content: bytes, name: str = "shoe.png", **form: str) -> HttpResponse:
    known = {"text": "", "key": str(uuid4())} | form
    return operator.client.post(operator.path("write/"), known | {"file": SimpleUploadedFile(name, content)})


def fetch(client: Client, address: str) -> tuple[bytes, str, str]:
    """What comes, as what, and whether a browser shows or saves it."""
    response = client.get(address)
    content = b"".join(response.streaming_content)
    return content, response["Content-Type"], response["Content-Disposition"].partition(";")[0]


def test_a_picture_goes_to_twilio_and_is_shown_to_colleagues(
    operator: Operator, make_tenant: Callable[..., Tenant]
) -> None:
    operator.do("take-over")
    key = str(uuid4())
    for _ in range(2):  # a second click sends nothing
        assert send(operator, PNG, text="This one?", key=key).status_code == 302
    customer = operator.customer
    outbox.deliver(customer.tenant.id, customer.conversation.id, wait=lambda seconds: None)
    sent = [message.fields for message in customer.twilio.messages if "MediaUrl" in message.fields]
    assert [fields["Body"] for fields in sent] == ["This one?"]
    address = urlsplit(sent[0]["MediaUrl"]).path
    assert fetch(Client(), address) == (PNG, "image/png", "inline")
    assert Client().get(f"{address[:-2]}x/").status_code == 404
    with tenant_scope(customer.tenant.id):
        file = OutboundFile.objects.get()
    assert file.path.startswith(f"{customer.tenant.id}/")
    assert file.get_absolute_url() in operator.page()
    assert fetch(operator.client, file.get_absolute_url())[0] == PNG
    assert Client().get(file.get_absolute_url()).status_code == 302
    assert seated(member(make_tenant())).get(file.get_absolute_url()).status_code == 404


def test_an_address_is_good_for_hours_and_not_for_ever(operator: Operator, monkeypatch: pytest.MonkeyPatch) -> None:
    operator.do("take-over")
    send(operator, PDF, "price list.exe")
    with tenant_scope(operator.customer.tenant.id):
        address = urlsplit(OutboundMessage.objects.latest("queued_at").reply["url"]).path
        assert OutboundFile.objects.get().content_type == "application/pdf"
    assert fetch(Client(), address) == (PDF, "application/pdf", "attachment")
    monkeypatch.setattr(files, "FETCHED_WITHIN", 0)
    assert Client().get(address).status_code == 404


@pytest.mark.parametrize(
    "content",
    sampled([
        b"", b"<svg/>", b"<html>" + PNG, PNG + b"<script>" * 500, b"PK\x03\x04 an archive called shoe.png",
        PNG[:8] + b"0" * (6 * 2**20) + PNG[-12:], b"%PDF-" + b"0" * (17 * 2**20) + b"%%EOF",
    ], quick=3),
    ids=["nothing", "svg", "html", "html behind", "zip", "large picture", "large pdf"],
)  # fmt: skip
def test_what_whatsapp_does_not_take_is_refused_in_words(operator: Operator, content: bytes) -> None:
    operator.do("take-over")
    response = send(operator, content, text="look")
    assert response.status_code == 409
    assert 'class="problem"' in response.content.decode()
    with tenant_scope(operator.customer.tenant.id):
        assert not OutboundFile.objects.exists()
        assert not OutboundMessage.objects.filter(author="operator").exists()
