"""Files become documents with passages; a refusal leaves nothing, and a new version changes only what changed."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from knowledge import embed, tasks
from knowledge.embed import EmbeddingUnavailable
from knowledge.library import files, intake, removal, upkeep
from knowledge.load import FileRefused
from knowledge.models import Chunk, Document
from tenants.models import Tenant
from tenants.scope import tenant_scope

pytestmark = pytest.mark.django_db
GUIDE = b"""---
title: Wi-Fi guide
version: "1.0"
last_updated: 2026-01-15
audience: customer
tags: [wifi, router]
---
# Wi-Fi guide
## Slow internet
Move the router to the middle of the house and away from the microwave.
## Forgotten password
The password is printed on the label below the router.
"""
NOW = timezone.now()


@pytest.fixture(autouse=True)
def _own_files(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path / "media"


@pytest.fixture
def tenant(make_tenant: Callable[..., Tenant]) -> Tenant:
    return make_tenant()


def chunks(tenant: Tenant) -> list[Chunk]:
    with tenant_scope(tenant.pk):
        return list(Chunk.objects.order_by("document", "position"))


def kept_files() -> list[Path]:
    root = files._root()
    return [path for path in root.rglob("*") if path.is_file()] if root.exists() else []


def test_a_file_becomes_a_document_that_can_be_found(tenant: Tenant) -> None:
    document = intake.add(tenant.pk, GUIDE, "wifi.md", now=NOW)
    assert (document.title, document.version, document.audience) == ("Wi-Fi guide", "1.0", "customer")
    assert (document.status, document.kind, document.language) == ("ready", "doc", "en")
    assert document.tags == ["wifi", "router"]
    assert document.last_updated.isoformat() == "2026-01-15"
    rows = chunks(tenant)
    assert [row.section for row in rows] == ["Wi-Fi guide > Slow internet", "Wi-Fi guide > Forgotten password"]
    assert all(row.embedding is not None and row.embedding_model == embed.LOCAL.key for row in rows)
    assert all(row.words is not None for row in rows)
    assert files.read(tenant.pk, document.path) == GUIDE
    assert document.path.startswith(f"{tenant.pk}/library/")


def test_a_new_version_changes_only_what_changed(tenant: Tenant) -> None:
    first = intake.add(tenant.pk, GUIDE, "wifi.md", now=NOW)
    before = {row.section: row for row in chunks(tenant)}
    newer = GUIDE.replace(b"below the router", b"at the back of the router").replace(b'"1.0"', b'"1.1"')
    asked: list[str] = []

    class Watched(embed.Embedder):
        def embed_documents(self, texts: Any) -> list[list[float]]:
            asked.extend(texts)
            return super().embed_documents(texts)

    second = intake.add(tenant.pk, newer, "wifi.md", now=NOW, embedder=Watched())
    after = {row.section: row for row in chunks(tenant)}
    assert second.pk == first.pk
    assert len(asked) == 1
    assert "at the back" in asked[0]
    slow, password = "Wi-Fi guide > Slow internet", "Wi-Fi guide > Forgotten password"
    assert after[slow].pk == before[slow].pk
    assert after[slow].embedding == before[slow].embedding
    assert after[password].pk != before[password].pk
    assert [entry["version"] for entry in second.history] == ["1.1", "1.0"]
    assert second.history[0]["sha1"] == second.sha1 == files.digest(newer)
    assert [path.read_bytes() for path in kept_files()] == [newer]


def test_passages_that_change_places_keep_their_rows(tenant: Tenant) -> None:
    head, slow, password = GUIDE.partition(b"## Slow")[0], b"## Slow", b"## Forgotten"
    intake.add(tenant.pk, GUIDE, "wifi.md", now=NOW)
    before = {row.pk: row.position for row in chunks(tenant)}
    body = GUIDE.partition(slow)[2].partition(password)
    intake.add(tenant.pk, head + password + body[2] + slow + body[0], "wifi.md", now=NOW)
    after = {row.pk: row.position for row in chunks(tenant)}
    assert set(after) == set(before)
    assert after != before


@pytest.mark.parametrize(
    ("content", "name", "said"),
    [
        (b"", "empty.md", "empty"),
        (b"%PDF-1.7 and nothing more", "broken.pdf", "damaged"),
        (b"MZ\x90program", "notes.txt", "a program"),
        (b"x" * 2_000_000, "huge.txt", "larger than 1 MB"),
    ],
)
def test_a_refused_file_leaves_nothing(tenant: Tenant, settings: Any, content: bytes, name: str, said: str) -> None:
    settings.TULIA = settings.TULIA.model_copy(update={"library_file_mb": 1})
    with pytest.raises(FileRefused, match=said):
        intake.add(tenant.pk, content, name, now=NOW)
    with tenant_scope(tenant.pk):
        assert not Document.objects.exists()
    assert kept_files() == []


def test_a_refused_new_version_leaves_the_old_one(tenant: Tenant) -> None:
    intake.add(tenant.pk, GUIDE, "wifi.md", now=NOW)
    with pytest.raises(FileRefused):
        intake.add(tenant.pk, b"\x00\x01\x02" * 50, "wifi.md", now=NOW)
    assert len(chunks(tenant)) == 2
    assert [path.read_bytes() for path in kept_files()] == [GUIDE]


def test_a_received_file_is_read_later(tenant: Tenant, django_capture_on_commit_callbacks: Any) -> None:
    with tenant_scope(tenant.pk):
        document = intake.receive(GUIDE, "folder/wifi.md", now=NOW)
    assert (document.status, document.title) == ("waiting", "Wifi")
    intake.read_incoming(tenant.pk, document.pk, now=NOW)
    with tenant_scope(tenant.pk):
        document.refresh_from_db()
    assert (document.status, document.title, document.incoming) == ("ready", "Wi-Fi guide", "")
    assert len(chunks(tenant)) == 2
    with tenant_scope(tenant.pk), django_capture_on_commit_callbacks(execute=True):
        intake.receive(b"%PDF-1.7 broken", "wifi.md", now=NOW, key="wifi.md")


def test_a_received_file_that_cannot_be_read_says_why(tenant: Tenant) -> None:
    with tenant_scope(tenant.pk):
        document = intake.receive(b"%PDF-1.7 broken", "price list.pdf", now=NOW)
    intake.read_incoming(tenant.pk, document.pk, now=NOW)
    with tenant_scope(tenant.pk):
        document.refresh_from_db()
    assert document.status == "refused"
    assert "damaged" in document.problem
    assert chunks(tenant) == []
    assert kept_files() == []


def test_a_bad_new_version_in_the_background_leaves_the_old_one(tenant: Tenant) -> None:
    document = intake.add(tenant.pk, GUIDE, "wifi.md", now=NOW)
    with tenant_scope(tenant.pk):
        intake.receive(b"---\n", "wifi.md", now=NOW)
    intake.read_incoming(tenant.pk, document.pk, now=NOW)
    with tenant_scope(tenant.pk):
        document.refresh_from_db()
    assert (document.status, document.version) == ("ready", "1.0")
    assert document.problem == "The file holds no text."
    assert [path.read_bytes() for path in kept_files()] == [GUIDE]


def test_what_a_person_has_set_outlives_a_new_version(tenant: Tenant) -> None:
    plain = b"# Returns\nBring it back within thirty days of buying it, with the receipt."
    document = intake.add(tenant.pk, plain, "notes.md", now=NOW)
    assert document.kind == "policy"
    with tenant_scope(tenant.pk):
        Document.objects.update(kind="sop", title="How to return", language="sw")
    again = intake.add(tenant.pk, plain + b" Or the box.", "notes.md", now=NOW)
    assert (again.kind, again.title, again.language) == ("sop", "How to return", "sw")


def test_a_document_removed_takes_all_with_it(tenant: Tenant, django_capture_on_commit_callbacks: Any) -> None:
    document = intake.add(tenant.pk, GUIDE, "wifi.md", now=NOW)
    with django_capture_on_commit_callbacks(execute=True), tenant_scope(tenant.pk):
        assert removal.remove([document.pk]) == 1
    assert chunks(tenant) == []
    assert kept_files() == []


def test_an_endpoint_that_is_down_leaves_passages_without_vectors(tenant: Tenant) -> None:
    class Down(embed.Embedder):
        def embed_documents(self, texts: Any) -> list[list[float]]:
            raise EmbeddingUnavailable("down")

    document = intake.add(tenant.pk, GUIDE, "wifi.md", now=NOW, embedder=Down())
    assert document.status == "ready"
    assert [row.embedding for row in chunks(tenant)] == [None, None]
    assert upkeep.list_due(embed.LOCAL.key) == [tenant.pk]
    upkeep.catch_up(tenant.pk, embed.Embedder())
    assert upkeep.list_due(embed.LOCAL.key) == []


def test_the_sweep_leaves_a_library_alone_while_somebody_makes_its_vectors(
    tenant: Tenant, monkeypatch: pytest.MonkeyPatch
) -> None:
    intake.add(tenant.pk, GUIDE, "wifi.md", now=NOW)
    with tenant_scope(tenant.pk):
        Chunk.objects.update(embedding_model="local/another")
    asked: list[str] = []
    monkeypatch.setattr(tasks.embed_library, "delay", lambda tenant_id: asked.append(tenant_id))
    with upkeep.marked(tenant.pk):
        tasks.catch_up()
        assert asked == []
    tasks.catch_up()
    assert asked == [str(tenant.pk)]
    tasks.embed_library(tenant_id=asked[0])
    tasks.catch_up()
    assert len(asked) == 1


def test_another_model_embeds_everything_again(tenant: Tenant) -> None:
    intake.add(tenant.pk, GUIDE, "wifi.md", now=NOW)
    other = embed.Embedder(model=embed.EmbeddingModel("local", "another"))
    assert upkeep.list_due(other.model.key) == [tenant.pk]
    assert upkeep.embed_missing(tenant.pk, other) == 2
    assert {row.embedding_model for row in chunks(tenant)} == {"local/another"}


def test_a_path_of_another_tenant_is_not_followed(tenant: Tenant, make_tenant: Callable[..., Tenant]) -> None:
    document = intake.add(tenant.pk, GUIDE, "wifi.md", now=NOW)
    with pytest.raises(files.FileGone):
        files.read(make_tenant().pk, document.path)
    with pytest.raises(files.FileGone):
        files.read(tenant.pk, f"{tenant.pk}/library/../../{tenant.pk}/2026/01/x.png")
