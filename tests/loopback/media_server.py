"""Loopback file servers, one of them with TLS under any host name, that keep what they were asked."""

import datetime
import ssl
import time
from dataclasses import dataclass, field
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.loopback.listening import Listening, QuietHandler


@dataclass
class Asked:
    """One request as it arrived."""

    path: str
    host: str
    authorization: str


@dataclass
class Answer:
    """What a path answers; `pause` is slept before every chunk of the body."""

    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    says_length: bool = True
    pause: float = 0


class MediaServer(Listening):
    """Start with `with`; `answers` maps a path to its answers, the last of which stays."""

    def __init__(self, tls: ssl.SSLContext | None = None) -> None:
        self.asked: list[Asked] = []
        self.answers: dict[str, list[Answer]] = {}
        server = self

        class Handler(QuietHandler):
            def do_GET(self) -> None:
                headers = self.headers
                server.asked.append(Asked(self.path, headers.get("Host", ""), headers.get("Authorization", "")))
                self.give(server.next_answer(self.path))

            def give(self, answer: Answer) -> None:
                self.send_response(answer.status)
                for name, value in answer.headers.items():
                    self.send_header(name, value)
                if answer.says_length:
                    self.send_header("Content-Length", str(len(answer.body)))
                self.end_headers()
                for start in range(0, len(answer.body), 65536):
                    time.sleep(answer.pause)
                    self.wfile.write(answer.body[start : start + 65536])

        self.listen(Handler)
        if tls is not None:
            self._http.socket = tls.wrap_socket(self._http.socket, server_side=True)
        self.port = self._http.server_port

    def gives(self, path: str, *answers: Answer) -> None:
        self.answers[path] = list(answers)

    def next_answer(self, path: str) -> Answer:
        left = self.answers.get(path) or [Answer(status=404)]
        return left.pop(0) if len(left) > 1 else left[0]


def certificate(folder: Path, *hosts: str) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """A server's context for these hosts and a client's that trusts it alone."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "a test")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(host) for host in hosts]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    plain = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    (folder / "key.pem").write_bytes(key.private_bytes(*plain))
    (folder / "cert.pem").write_bytes(made.public_bytes(serialization.Encoding.PEM))
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(folder / "cert.pem", folder / "key.pem")
    return server, ssl.create_default_context(cafile=str(folder / "cert.pem"))
