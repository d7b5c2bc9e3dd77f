"""What tests start processes with: the project's folder, free ports, and nothing of the machine's own settings."""

import socket
import ssl
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OWN = ("DATABASE_", "REDIS_", "CELERY_", "TULIA_", "TWILIO_", "OPENAI_", "PUBLIC_", "PORT", "DJANGO_SETTINGS_MODULE")
# For plain loopback addresses: to read all certificates takes longer than many requests, at each look.
NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def data_folder(folder: Path) -> Path:
    """That of an installation which has learned before what the local mind learns: two thirds of a second a start."""
    learned = ROOT / ".tulia" / "tests" / "learned"
    for each in (learned, folder):
        each.mkdir(parents=True, exist_ok=True)
    with suppress(FileExistsError):
        (folder / "learned").symlink_to(learned)
    return folder
