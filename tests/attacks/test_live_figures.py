"""The figures of an installation tell strangers nothing, and nobody anything of a customer or a secret."""

import secrets
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import httpx

from tests.attacks.report import Proof
from tests.browser.person import SENDERS
from tests.here import ROOT
from tests.soak.site.supervisor import until
from tests.talk import sign

GUESSES = 40
PROXIES = (
    {"X-Forwarded-For": "41.90.1.1"}, {"X-Forwarded-Proto": "https"}, {"Forwarded": "for=41.90.1.1"}, {"Via": "1.1 a"},
    {"X-Real-IP": "127.0.0.1"}, {"X-Forwarded-For": "127.0.0.1"}, {"X-Forwarded-Host": "localhost"},
)  # fmt: skip
DEMO = (ROOT / "conversations" / "simulator" / "demo").glob("*/tenant.toml")


CUSTOMER = "whatsapp:+254712999888"
COUNTED = 'tulia_turns_total{journey="sales",outcome="committed"}'


def signed(url: str) -> dict[str, Any]:
    """A customer's message to the demo shop, as Twilio posts it."""
    account, token, sender = SENDERS["duka"]
    form = {
        "MessageSid": f"SM{uuid4().hex}", "AccountSid": account, "From": CUSTOMER, "To": sender,
        "ProfileName": "Planted", "Body": "nataka viatu vya kukimbia",
    }  # fmt: skip
    return {"url": url, "data": form, "headers": {"X-Twilio-Signature": sign(url, form, token)}}


def test_who_comes_through_a_proxy_or_guesses_the_token_learns_nothing(live_tulia: str, proof: Proof) -> None:
    with httpx.Client(base_url=live_tulia, timeout=30) as client, ThreadPoolExecutor(8) as threads:
        assert {client.get("/metrics", headers=headers).status_code for headers in PROXIES} == {403}
        words = [f"Bearer {secrets.token_urlsafe(24)}" for _ in range(GUESSES)]
        words += ["Bearer None", "Bearer", "Basic YWRtaW46dHVsaWEtZGVtbw==", "bearer null"]
        guessed = threads.map(lambda word: client.get("/metrics", headers={"Authorization": word}), words)
        answers = [(response.status_code, b"tulia_" in response.content) for response in guessed]
        assert set(answers) == {(403, False)}
        assert client.post("/metrics").status_code in (403, 405)
    proof(f"{len(PROXIES)} requests through a proxy: 403; {len(words)} tokens: 403")


def test_no_label_names_a_tenant_a_customer_or_a_secret(live_tulia: str, proof: Proof) -> None:
    # A connection each: the server ends one whose body it has not read, which may be just as the next request goes out.
    with httpx.Client(base_url=live_tulia, timeout=30, headers={"Connection": "close"}) as client:
        for path in ("/webhooks/twilio/a-guessed-secret/", "/hooks/c2b/a-guessed-secret/confirm/", "/admin/?q=a-guess"):
            client.post(path, headers={"User-Agent": "a-guessed-secret"}, data={"Body": "a-guessed-secret"})
        client.request("A-GUESS", "/a-guessed-secret")
        assert client.post(**signed(f"{live_tulia}/webhooks/twilio/duka/")).status_code == 200
        until(lambda: COUNTED in client.get("/metrics").text, seconds=60, what="the worker's turn is counted")
        page = client.get("/metrics").text
    slugs = [path.parent.name for path in DEMO]
    assert len(slugs) == 3
    for word in ("a-guess", "A-GUESS", "demo-auth-token", CUSTOMER[-9:], "viatu", "Planted", *slugs):
        assert word not in page, word
    proof(f"{len(page.splitlines())} lines of figures without a tenant, a customer or a token")
