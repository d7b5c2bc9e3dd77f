"""Media from the webhook to the disk: announced, fetched by a worker, kept under the tenant, or given up."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone
from pydantic import AnyHttpUrl

from conversations import tasks
from conversations.inbox import media
from conversations.inbox.media.download import download
from conversations.models import InboundMedia, InboundMessage
from tenants.models import Channel, Tenant
from tenants.scope import tenant_scope
from tests.conversations import signed
from tests.loopback.media_server import Answer, MediaServer
from tools.providers.destination import NotNow

Status = InboundMedia.Status
JPEG = Answer(body=b"\xff\xd8\xff" + b"0" * 50, headers={"Content-Type": "image/jpeg"})


@pytest.fixture
def server(settings: Any, tmp_path: Path) -> Iterator[MediaServer]:
    with MediaServer() as server:
        settings.TULIA = settings.TULIA.model_copy(update={"twilio_api_base_url": AnyHttpUrl(server.url)})
        settings.MEDIA_ROOT = tmp_path / "media"
        yield server


@pytest.fixture
def channel(db: None, make_tenant: Callable[..., Tenant]) -> Channel:
    tenant = make_tenant()
    with tenant_scope(tenant.id):
        return Channel.objects.get()


def send(channel: Channel, *media: tuple[str, str], **fields: str) -> list[InboundMedia]:
    """Post a message with media at these paths of Twilio, announced as these types."""
    for number, (path, content_type) in enumerate(media):
        fields |= {f"MediaUrl{number}": f"https://api.twilio.com{path}", f"MediaContentType{number}": content_type}
    assert signed.post(channel, signed.message(channel, **{"Body": "", **fields})).status_code == 200
    return rows(channel)


def rows(channel: Channel) -> list[InboundMedia]:
    with tenant_scope(channel.tenant_id):
        return list(InboundMedia.objects.select_related("message").order_by("message_id", "position"))


def fetch(channel: Channel, row: InboundMedia, **options: Any) -> InboundMedia:
    media.fetch(channel.tenant_id, row.id, **options)
    with tenant_scope(channel.tenant_id):
        return InboundMedia.objects.select_related("message").get(pk=row.pk)


def files(settings: Any) -> list[Path]:
    return [path for path in Path(settings.MEDIA_ROOT).rglob("*") if path.is_file()]


def test_a_picture_is_stored_under_its_tenant_by_a_name_of_ours(
    server: MediaServer, channel: Channel, settings: Any
) -> None:
    server.gives("/evil%2F..%2F..%2Fevil.php", JPEG)
    (row,) = send(channel, ("/evil%2F..%2F..%2Fevil.php", "image/jpeg"), NumMedia="1")
    assert (row.status, row.message.kind) == (Status.PENDING, "media")
    done = fetch(channel, row)
    assert (done.status, done.content_type, done.size) == (Status.STORED, "image/jpeg", len(JPEG.body))
    at = row.message.received_at
    assert done.path == f"{channel.tenant_id}/{at:%Y}/{at:%m}/{row.message_id}-1.jpg"
    (kept,) = files(settings)
    assert kept == media.path_of(done) == settings.MEDIA_ROOT / done.path
    assert kept.read_bytes() == JPEG.body
    assert kept.stat().st_mode & 0o077 == 0
    with tenant_scope(channel.tenant_id):
        assert InboundMessage.objects.get().status == InboundMessage.Status.PENDING


def test_several_pictures_and_words_come_in_their_order(server: MediaServer, channel: Channel) -> None:
    server.gives("/a", JPEG)
    server.gives("/b", Answer(body=b"OggS", headers={"Content-Type": "audio/ogg; codecs=opus"}))
    sent = send(channel, ("/a", "image/jpeg"), ("/b", "audio/ogg"), Body="these two", NumMedia="0")
    done = [fetch(channel, row) for row in sent]
    assert [(row.position, row.content_type, row.path[-6:]) for row in done] == [
        (0, "image/jpeg", "-1.jpg"),
        (1, "audio/ogg", "-2.ogg"),
    ]
    assert (done[0].message.body, done[0].message.kind) == ("these two", "media")


@pytest.mark.parametrize(
    ("served", "announced", "expected"),
    [
        ("image/png", "image/jpeg", "image/png"),
        ("application/octet-stream", "application/pdf", "application/pdf"),
        ("", "image/jpg", "image/jpeg"),
        ("text/html", "image/png", None),
        ("image/svg+xml", "image/png", None),
        ("application/zip", "application/zip", None),
        ("application/octet-stream", "application/octet-stream", None),
        ("application/x-sh", "image/png", None),
    ],
)
def test_only_known_kinds_of_files_are_kept(
    server: MediaServer, channel: Channel, settings: Any, served: str, announced: str, expected: str | None
) -> None:
    server.gives("/x", Answer(body=b"x", headers={"Content-Type": served} if served else {}))
    done = fetch(channel, send(channel, ("/x", announced))[0])
    assert done.status == (Status.STORED if expected else Status.REFUSED)
    assert len(files(settings)) == bool(expected)
    assert bool(done.reason) is not bool(expected)
    if expected:
        assert done.content_type == expected


@pytest.mark.parametrize("url", ["cat.jpg", "http://other.example/file.png", "https://127.0.0.1/x", "https://[::1]/x"])
def test_what_is_not_to_be_fetched_is_refused_with_a_reason(
    server: MediaServer, channel: Channel, settings: Any, url: str
) -> None:
    assert signed.post(channel, signed.message(channel, MediaUrl0=url)).status_code == 200
    done = fetch(channel, rows(channel)[0])
    assert (done.status, bool(done.reason), files(settings), server.asked) == (Status.REFUSED, True, [], [])


def test_twilio_may_be_slower_than_its_webhook(server: MediaServer, channel: Channel) -> None:
    server.gives("/x", Answer(status=404), Answer(status=503), JPEG)
    (row,) = send(channel, ("/x", "image/jpeg"))
    now, waited = timezone.now(), []
    while (row := fetch(channel, row, now=lambda now=now: now)).status == Status.PENDING:
        assert row.reason
        waited.append((row.due_at - now).total_seconds())
        assert fetch(channel, row, now=lambda now=now: now).attempts == row.attempts, "not before it is due"
        now = row.due_at
    assert (row.status, row.reason, waited) == (Status.STORED, "", [2, 5])


def test_what_never_comes_is_given_up_and_says_why(server: MediaServer, channel: Channel, settings: Any) -> None:
    server.gives("/x", Answer(status=500))
    (row,) = send(channel, ("/x", "image/jpeg"))
    while row.status == Status.PENDING:
        row = fetch(channel, row, now=lambda due=row.due_at: due)
    assert (row.status, row.reason) == (Status.FAILED, "The server answered 500.")
    assert row.attempts == len(media.DELAYS) + 1 == len(server.asked)
    assert files(settings) == []


def test_a_worker_that_dies_at_it_leaves_it_to_the_next(server: MediaServer, channel: Channel, settings: Any) -> None:
    server.gives("/x", JPEG)
    (row,) = send(channel, ("/x", "image/jpeg"))

    class Killed(BaseException):
        """As if the process were gone."""

    def die(url: str, into: Any, **options: Any) -> None:
        into.write(b"half")
        raise Killed

    with pytest.raises(Killed):
        media.fetch(channel.tenant_id, row.id, download=die)
    assert fetch(channel, row).status == Status.PENDING, "the claim still stands"
    later = timezone.now() + media.CLAIM
    assert fetch(channel, row, now=lambda: later).status == Status.STORED
    assert len(files(settings)) == 1


def test_a_file_that_kills_every_worker_is_given_up(channel: Channel, settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path
    (row,) = send(channel, ("/x", "image/jpeg"))
    with tenant_scope(channel.tenant_id):
        InboundMedia.objects.update(attempts=len(media.DELAYS) + 1)
    assert fetch(channel, row).status == Status.FAILED


def test_a_claim_that_was_taken_over_settles_nothing(channel: Channel, settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path
    (row,) = send(channel, ("/x", "image/jpeg"))

    def overtaken(url: str, into: Any, **options: Any) -> None:
        with tenant_scope(channel.tenant_id):
            InboundMedia.objects.update(attempts=5)
        raise NotNow("late")

    done = fetch(channel, row, download=overtaken)
    assert (done.attempts, done.reason) == (5, "")


def test_a_message_erased_meanwhile_leaves_no_file(server: MediaServer, channel: Channel, settings: Any) -> None:
    server.gives("/x", JPEG)
    (row,) = send(channel, ("/x", "image/jpeg"))

    def erased(url: str, into: Any, **options: Any) -> Any:
        with tenant_scope(channel.tenant_id):
            InboundMedia.objects.all().delete()
        return download(url, into, **options)

    media.fetch(channel.tenant_id, row.id, download=erased)
    assert files(settings) == []


def test_the_sweep_finds_what_nobody_fetched(server: MediaServer, channel: Channel) -> None:
    server.gives("/x", JPEG)
    (row,) = send(channel, ("/x", "image/jpeg"))
    assert media.list_due() == []
    assert media.list_due(grace=timedelta(0)) == [(channel.tenant_id, row.id)]
    tasks.fetch_media(tenant_id=str(channel.tenant_id), media_id=str(row.id), of_a_later_version=1)
    assert media.list_due(grace=timedelta(0)) == []
    assert rows(channel)[0].status == Status.STORED


def test_another_tenants_media_are_not_fetched(
    server: MediaServer, channel: Channel, make_tenant: Callable[..., Tenant]
) -> None:
    (row,) = send(channel, ("/x", "image/jpeg"))
    media.fetch(make_tenant().id, row.id)
    assert (rows(channel)[0].attempts, server.asked) == (0, [])


def test_no_transaction_is_open_while_it_is_fetched(
    committed_db: None, make_tenant: Callable[..., Tenant], settings: Any, tmp_path: Path
) -> None:
    settings.MEDIA_ROOT = tmp_path
    tenant = make_tenant()
    with tenant_scope(tenant.id):
        channel = Channel.objects.get()
    (row,) = send(channel, ("/x", "image/jpeg"))
    seen = []

    def look(url: str, into: Any, **options: Any) -> None:
        seen.append(connection.in_atomic_block)
        raise NotNow("later")

    fetch(channel, row, download=look)
    assert seen == [False]
