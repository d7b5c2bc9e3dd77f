"""The library's pages: files are taken one by one, followed, looked at and taken out again."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from knowledge.library import files, intake
from knowledge.models import Chunk, Document
from tenants.choices import Role
from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.people import member, seated

pytestmark = pytest.mark.django_db
UPLOAD, LIST = "/admin/knowledge/document/upload/", "/admin/knowledge/document/"
TEXT = b"# Returns\nBring it back within thirty days, with the receipt.\n"


@pytest.fixture(autouse=True)
def _own_files(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path / "media"


@pytest.fixture
def tenant(make_tenant: Callable[..., Tenant]) -> Tenant:
    return make_tenant()


@pytest.fixture
def client(tenant: Tenant) -> Client:
    return seated(member(tenant))


def give(client: Client, content: bytes, name: str) -> Any:
    return client.post(UPLOAD, {"file": SimpleUploadedFile(name, content), "kind": ""})


def test_a_file_is_taken_and_followed(client: Client, tenant: Tenant) -> None:
    given = give(client, TEXT, "returns.md")
    assert given.status_code == 200
    document_id = given.json()["id"]
    (state,) = client.get(UPLOAD, {"states": document_id}).json()["states"]
    assert (state["stage"], state["is_settled"]) == ("waiting", False)
    intake.read_incoming(tenant.pk, document_id, now=timezone.now())
    (state,) = client.get(UPLOAD, {"states": f"{document_id},nonsense"}).json()["states"]
    assert (state["stage"], state["passages"], state["embedded"]) == ("embedding", 1, 0)
    page = client.get(state["url"]).content.decode()
    assert "Bring it back within thirty days" in page
    assert "not embedded yet" in page


@pytest.mark.parametrize(("content", "name"), [(b"x", "a.exe"), (b"", "a.md"), (b"x", "a.docm")])
def test_what_is_plainly_wrong_is_refused_at_once(client: Client, tenant: Tenant, content: bytes, name: str) -> None:
    answer = give(client, content, name)
    assert answer.status_code == 422
    assert answer.json()["problem"].endswith(".")
    with tenant_scope(tenant.pk):
        assert not Document.objects.exists()


def test_nothing_sent_and_nobody_seated(client: Client, tenant: Tenant) -> None:
    assert client.post(UPLOAD).status_code == 400
    assert seated(member(tenant, Role.OPERATOR)).get(UPLOAD).status_code == 403


def test_another_tenants_documents_are_not_told_of(client: Client, make_tenant: Callable[..., Tenant]) -> None:
    other = intake.add(make_tenant().pk, TEXT, "returns.md", now=timezone.now())
    assert client.get(UPLOAD, {"states": str(other.pk)}).json() == {"states": []}


def test_deleting_takes_all_with_it(client: Client, tenant: Tenant, django_capture_on_commit_callbacks: Any) -> None:
    document = intake.add(tenant.pk, TEXT, "returns.md", now=timezone.now())
    assert "Returns" in client.get(LIST).content.decode()
    with django_capture_on_commit_callbacks() as callbacks:
        client.post(f"{LIST}{document.pk}/delete/", {"post": "yes"})
    for callback in callbacks[:1]:
        callback()
    with tenant_scope(tenant.pk):
        assert not Document.objects.exists()
        assert not Chunk.objects.exists()
    with pytest.raises(files.FileGone):
        files.read(tenant.pk, document.path)


def test_the_command_reads_a_folder_and_tells_what_it_refused(
    tenant: Tenant, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    folder = tmp_path / "given"
    (folder / "deep").mkdir(parents=True)
    (folder / "deep" / "returns.md").write_bytes(TEXT)
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4")
    with pytest.raises(CommandError, match="1 of 2 files were refused") as error:
        call_command("ingest", "--tenant", tenant.slug, str(folder))
    assert error.value.returncode == 1
    said = capsys.readouterr().out
    assert "deep/returns.md" in said
    assert "damaged" in said
    with tenant_scope(tenant.pk):
        assert list(Document.objects.values_list("key", "kind")) == [("deep/returns.md", "policy")]
