"""A collector of others takes a message's trace: MLflow's server, whose program TULIA_MLFLOW names.

It stands in an environment of its own, for it brings a hundred libraries: `pip install mlflow` there.
"""

import os
import sqlite3
import subprocess
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from uuid import uuid4

import httpx
import pytest

from tests.browser import live
from tests.browser.person import SENDERS
from tests.conversations.signed import sign
from tests.here import free_port

pytestmark = pytest.mark.outside
MLFLOW = os.environ.get("TULIA_MLFLOW", "")
CUSTOMER, NAME, WORDS = "whatsapp:+254712999888", "Njambi Zawadi", "habari, mna viatu vya kukimbia size 42?"
SPANS = "SELECT trace_id, span_id, parent_span_id, name, content FROM spans"


@contextmanager
def mlflow(folder: Path) -> Iterator[str]:
    """Its address, once it answers; what it takes is in spans.db."""
    url = f"http://127.0.0.1:{free_port()}"
    command = [MLFLOW, "server", "--backend-store-uri", f"sqlite:///{folder}/spans.db", "--workers", "1"]
    server = subprocess.Popen([*command, "--port", url.rpartition(":")[2]], cwd=folder, start_new_session=True)
    try:
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            try:
                if httpx.get(f"{url}/health").is_success:
                    break
            except httpx.HTTPError:
                time.sleep(0.5)
        yield url
    finally:
        os.killpg(server.pid, 15)
        server.wait(timeout=30)


@pytest.mark.skipif(not MLFLOW, reason="TULIA_MLFLOW names no program")
def test_a_message_is_one_trace_without_its_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with mlflow(tmp_path) as collector:
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector)
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_HEADERS", "x-mlflow-experiment-id=0")
        with live.running(tmp_path / "tulia", TULIA_WORKER_PROCESSES="1") as address:
            write(f"{address}/webhooks/twilio/duka/")
            with closing(sqlite3.connect(tmp_path / "spans.db")) as database:
                deadline = time.monotonic() + 60
                while not (spans := _whole(database.execute(SPANS).fetchall())) and time.monotonic() < deadline:
                    time.sleep(0.5)
    parents = {span_id: (parent, name) for _, span_id, parent, name, _ in spans}
    assert parents, "no trace came whole"
    below = defaultdict(set)
    for parent, name in parents.values():
        below[parents[parent][1].split()[0] if parent in parents else ""].add(name.split()[0])
    assert below[""] == {"webhook"}
    assert below["webhook"] == {"turn", "send"}
    assert below["turn"] == {"node"}
    assert "tool" in below["node"]
    told = "".join(content for *_, content in spans)
    for secret in (*NAME.split(), CUSTOMER[-9:], "viatu", "kukimbia", *SENDERS["duka"][:2]):
        assert secret not in told, secret


def _whole(spans: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Those of the one trace, once it has its beginning and its end."""
    traces = Counter(span[0] for span in spans)
    assert len(traces) < 2, traces
    return spans if {"webhook", "turn", "send"} <= {span[3] for span in spans} else []


def write(address: str) -> None:
    account, token, sender = SENDERS["duka"]
    form = {
        "MessageSid": f"SM{uuid4().hex}", "AccountSid": account, "From": CUSTOMER, "To": sender, "Body": WORDS,
        "NumMedia": "0", "ProfileName": NAME, "MessageType": "text",
    }  # fmt: skip
    headers = {"X-Twilio-Signature": sign(address, form.items(), token)}
    assert httpx.post(address, data=form, headers=headers, timeout=20).status_code == 200
