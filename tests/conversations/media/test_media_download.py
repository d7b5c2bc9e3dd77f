"""Fetching what a message names: over real sockets, with TLS where it matters, and never where it must not go."""

import base64
import hashlib
import io
import ssl
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from conversations.channels.whatsapp import media as twilio_media
from conversations.channels.whatsapp.media import TwilioMedia
from conversations.inbox.media import download
from conversations.inbox.media.download import Downloaded
from tests.loopback.media_server import Answer, MediaServer, certificate
from tools.providers import destination
from tools.providers.destination import NotAllowed, NotNow

ACCOUNT, TOKEN = "AC" + "a" * 32, "secret-token"
BASIC = "Basic " + base64.b64encode(f"{ACCOUNT}:{TOKEN}".encode()).decode()
PATH = "/2010-04-01/Accounts/AC/Messages/MM/Media/ME"
PNG = Answer(body=b"\x89PNG" + b"0" * 200, headers={"Content-Type": "image/png"})


@pytest.fixture
def server() -> Iterator[MediaServer]:
    with MediaServer() as server:
        yield server


def fetch(url: str, *, stand_in: str | None = None, **options: Any) -> tuple[Downloaded, bytes]:
    into = io.BytesIO()
    came = download.download(url, into, access=TwilioMedia(ACCOUNT, TOKEN, stand_in), **options)
    return came, into.getvalue()


def test_twilios_media_come_from_its_stand_in_with_the_password(server: MediaServer) -> None:
    server.gives(PATH, PNG)
    came, content = fetch(f"https://api.twilio.com{PATH}", stand_in=server.url)
    assert content == PNG.body
    assert (came.content_type, came.size) == ("image/png", len(PNG.body))
    assert came.sha256 == hashlib.sha256(PNG.body).hexdigest()
    assert [(it.path, it.authorization) for it in server.asked] == [(PATH, BASIC)]


def test_the_password_is_for_twilios_host_and_its_stand_in_only() -> None:
    real, local = TwilioMedia(ACCOUNT, TOKEN, None), TwilioMedia(ACCOUNT, TOKEN, "http://127.0.0.1:9/base")
    assert real.credentials_for(f"https://api.twilio.com{PATH}") == (ACCOUNT, TOKEN)
    assert local.credentials_for("http://127.0.0.1:9/x") == (ACCOUNT, TOKEN)
    for url in (
        "http://api.twilio.com/x",
        "https://api.twilio.com:8443/x",
        "https://api.twilio.com.evil.example/x",
        "https://evil.example/api.twilio.com",
        "https://mms.twiliocdn.com/x",
        "http://127.0.0.1:9/x",
    ):
        assert real.credentials_for(url) is None
    assert local.credentials_for("http://127.0.0.1:10/x") is None
    assert TOKEN not in repr(real)


@pytest.mark.parametrize(
    "url",
    [
        "http://other.example/file.png",
        "cat.jpg",
        "",
        "//api.twilio.com/x",
        "ftp://files.example/x",
        "file:///etc/passwd",
        "https://",
        "https://user:pass@files.example/x",
        "https://[::1",
        "https://files.example:99999/x",
        "https://files.example/\x00",
    ],
)
def test_what_is_not_a_plain_https_address_is_refused_unasked(url: str) -> None:
    def resolve(host: str, port: int) -> list[str]:
        raise AssertionError("it was looked up")

    with pytest.raises(NotAllowed):
        fetch(url, resolve=resolve)


PRIVATE = [
    "127.0.0.1",
    "10.0.0.1",
    "172.16.5.4",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",  # noqa: S104  nothing is bound to it
    "224.0.0.1",
    "255.255.255.255",
    "198.18.0.1",
    "::1",
    "::",
    "fe80::1%eth0",
    "fd00:ec2::254",
    "::ffff:169.254.169.254",
    "64:ff9b::a9fe:a9fe",
    "2002:7f00:1::",
    "ff02::1",
]


@pytest.mark.parametrize("address", PRIVATE)
def test_a_host_on_a_private_network_is_refused_even_beside_a_public_one(address: str) -> None:
    for found in ([address], ["93.184.215.14", address]):
        with pytest.raises(NotAllowed, match="public"):
            fetch("https://internal.example/file.png", resolve=lambda host, port, found=found: found)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]", "2130706433", "0x7f.1", "169.254.169.254"])
def test_every_way_to_write_this_machine_is_refused(host: str) -> None:
    with pytest.raises((NotAllowed, NotNow)):
        fetch(f"https://{host}/latest/meta-data/")


@pytest.mark.parametrize("address", ["93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c", "64:ff9b::808:808"])
def test_public_addresses_are_public(address: str) -> None:
    assert destination.is_public(address)


def test_a_host_without_an_address_may_have_one_later() -> None:
    def resolve(host: str, port: int) -> list[str]:
        raise OSError

    with pytest.raises(NotNow):
        fetch("https://files.example/x", resolve=resolve)


@dataclass
class World:
    """Twilio and a file store behind TLS on this machine, which for once counts as public."""

    server: MediaServer
    verify: ssl.SSLContext
    looked_up: list[str] = field(default_factory=list)

    def url(self, host: str, path: str = "/file") -> str:
        return f"https://{host}:{self.server.port}{path}"

    def fetch(self, url: str) -> tuple[Downloaded, bytes]:
        return fetch(url, resolve=self.resolve, verify=self.verify)

    def resolve(self, host: str, port: int) -> list[str]:
        self.looked_up.append(host)
        return ["127.0.0.1"]


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    tls, verify = certificate(tmp_path, "api.twilio.com", "store.example")
    monkeypatch.setattr(destination, "is_public", lambda address: True)
    with MediaServer(tls) as server:
        monkeypatch.setattr(twilio_media, "API", f"https://api.twilio.com:{server.port}")
        yield World(server, verify)


def test_the_password_is_not_carried_to_where_twilio_redirects(world: World) -> None:
    world.server.gives(PATH, Answer(status=307, headers={"Location": world.url("store.example")}))
    world.server.gives("/file", PNG)
    _, content = world.fetch(world.url("api.twilio.com", PATH))
    assert content == PNG.body
    port = world.server.port
    assert [(it.host, it.authorization) for it in world.server.asked] == [
        (f"api.twilio.com:{port}", BASIC),
        (f"store.example:{port}", ""),
    ]


def test_a_foreign_host_never_sees_the_password(world: World) -> None:
    world.server.gives("/file", PNG)
    world.fetch(world.url("store.example"))
    assert [it.authorization for it in world.server.asked] == [""]


def test_a_host_is_looked_up_once_so_that_it_cannot_change_its_mind(world: World) -> None:
    world.server.gives("/file", PNG)
    world.fetch(world.url("store.example"))
    assert world.looked_up == ["store.example"]


def test_the_certificate_must_be_the_hosts_though_its_address_is_dialled(world: World) -> None:
    with pytest.raises(NotNow):
        world.fetch(world.url("stranger.example"))
    assert world.server.asked == []


def test_a_redirect_inside_is_refused(world: World) -> None:
    for target in (world.server.url, "file:///etc/passwd", "http://store.example/x"):
        world.server.gives(PATH, Answer(status=302, headers={"Location": target}))
        with pytest.raises(NotAllowed):
            world.fetch(world.url("api.twilio.com", PATH))


@pytest.mark.parametrize("target", ["http://127.0.0.1:1/x", "https://169.254.169.254/latest/", "https://localhost/x"])
def test_the_stand_in_cannot_send_us_inside_either(server: MediaServer, target: str) -> None:
    server.gives("/x", Answer(status=307, headers={"Location": target}))
    with pytest.raises(NotAllowed):
        fetch(f"{server.url}/x", stand_in=server.url)


@pytest.mark.parametrize(("hops", "is_had"), [(3, True), (4, False)])
def test_at_most_three_redirects_are_followed(server: MediaServer, hops: int, is_had: bool) -> None:
    for hop in range(hops):
        server.gives(f"/{hop}", Answer(status=307, headers={"Location": f"/{hop + 1}"}))
    server.gives(f"/{hops}", PNG)
    if is_had:
        assert fetch(f"{server.url}/0", stand_in=server.url)[1] == PNG.body
    else:
        with pytest.raises(NotAllowed, match="too often"):
            fetch(f"{server.url}/0", stand_in=server.url)


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        (Answer(status=404), NotNow),
        (Answer(status=401), NotNow),
        (Answer(status=429), NotNow),
        (Answer(status=503), NotNow),
        (Answer(status=400), NotAllowed),
        (Answer(status=410), NotAllowed),
        (Answer(status=204), NotAllowed),
        (Answer(status=307), NotAllowed),
        (Answer(body=b"x", headers={"Content-Encoding": "gzip"}), NotAllowed),
        (Answer(body=b"x", headers={"Content-Length": "17000000"}, says_length=False), NotAllowed),
        (Answer(body=b"x", headers={"Content-Length": "500"}, says_length=False), NotNow),
    ],
)
def test_answers_that_are_no_file(server: MediaServer, answer: Answer, problem: type[Exception]) -> None:
    server.gives("/x", answer)
    with pytest.raises(problem):
        fetch(f"{server.url}/x", stand_in=server.url)


def test_a_file_that_hides_its_size_is_cut_off(server: MediaServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(download, "MAX_BYTES", 100_000)
    into = io.BytesIO()
    server.gives("/x", Answer(body=b"x" * 1_000_000, says_length=False))
    with pytest.raises(NotAllowed, match="larger"):
        download.download(f"{server.url}/x", into, access=TwilioMedia(ACCOUNT, TOKEN, server.url))
    assert len(into.getvalue()) <= 100_000


def test_a_file_that_drips_is_given_up(server: MediaServer) -> None:
    server.gives("/x", Answer(body=b"x" * 400_000, pause=0.1))
    with pytest.raises(NotNow, match="slowly"):
        fetch(f"{server.url}/x", stand_in=server.url, seconds=0.15)


def test_nobody_there_is_not_now() -> None:
    with pytest.raises(NotNow):
        fetch("http://127.0.0.1:1/x", stand_in="http://127.0.0.1:1")
