"""Stoplight's Prism as a proxy in front of the simulator: it holds each request and answer against Twilio's OpenAPI."""

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import yaml

from tests.here import ROOT, free_port

PRISM = "@stoplight/prism-cli@5.14.2"
FOLDER = ROOT / ".tulia" / "prism"
COMMAND = FOLDER / "node_modules" / ".bin" / "prism"
# Twilio's own documents, as its repository twilio-oai has them in spec/yaml.
DOCUMENTS = Path(os.environ.get("TWILIO_OPENAPI", ROOT.parent / "shared" / "specs"))
READY_SECONDS = 30
SPOKEN = {
    "twilio_api_v2010.yaml": (
        "/2010-04-01/Accounts/{Sid}.json",
        "/2010-04-01/Accounts/{AccountSid}/Messages.json",
        "/2010-04-01/Accounts/{AccountSid}/Messages/{Sid}.json",
    ),
    "twilio_content_v1.yaml": ("/v1/Content", "/v1/Content/{Sid}"),
    "twilio_messaging_v2.yaml": ("/v2/Indicators/Typing.json",),
}


def why_not() -> str:
    """What this machine lacks; nothing when all is there, after Prism has been installed."""
    missing = [name for name in SPOKEN if not (DOCUMENTS / name).exists()]
    if missing:
        return f"Twilio's OpenAPI is not here; name its folder in TWILIO_OPENAPI (missing: {missing[0]})"
    if not shutil.which("node") or not shutil.which("npm"):
        return "no node and npm on this machine"
    return "" if COMMAND.exists() or _install() else f"{PRISM} could not be installed"


def _install() -> bool:
    FOLDER.mkdir(parents=True, exist_ok=True)
    command = [
        "npm",
        "install",
        "--no-save",
        "--no-audit",
        "--no-fund",
        "--ignore-scripts",
        "--prefix",
        str(FOLDER),
        PRISM,
    ]
    return subprocess.run(command, capture_output=True, check=False, timeout=120).returncode == 0


@contextmanager
def before(upstream: str, folder: Path) -> Iterator[str]:
    """The address of a Prism that passes everything on, and says in a header what was amiss."""
    document, port = folder / "twilio.yaml", free_port()
    document.write_text(yaml.safe_dump(spoken()))
    command = [str(COMMAND), "proxy", "--host", "127.0.0.1", "--port", str(port), str(document), upstream]
    with (folder / "prism.log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, cwd=folder)
        try:
            _wait_for(port, process, folder / "prism.log")
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(timeout=10)


def spoken() -> dict[str, Any]:
    """The part of Twilio's documents that we speak, as one, so that one Prism on one address is enough."""
    whole: dict[str, Any] = {}
    for name, paths in SPOKEN.items():
        document = yaml.load((DOCUMENTS / name).read_text(), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
        if not whole:
            whole = {**document, "paths": {}}
        for path in paths:
            whole["paths"][path] = document["paths"][path]
        for kind, entries in document["components"].items():
            whole["components"].setdefault(kind, {}).update(entries)
    return whole


def _wait_for(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + READY_SECONDS
    while True:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        assert process.poll() is None, log.read_text()
        assert time.monotonic() < deadline, log.read_text()
        time.sleep(0.1)
