"""The figures of an installation tell strangers nothing, and nobody anything of a customer or a secret."""

import secrets
from concurrent.futures import ThreadPoolExecutor

import httpx

from tests.attacks.report import Proof
from tests.browser.live import ROOT

GUESSES = 200
PROXIES = (
    {"X-Forwarded-For": "41.90.1.1"}, {"X-Forwarded-Proto": "https"}, {"Forwarded": "for=41.90.1.1"}, {"Via": "1.1 a"},
    {"X-Real-IP": "127.0.0.1"}, {"X-Forwarded-For": "127.0.0.1"}, {"X-Forwarded-Host": "localhost"},
)  # fmt: skip
DEMO = (ROOT / "conversations" / "simulator" / "demo").glob("*/tenant.toml")


def test_who_comes_through_a_proxy_or_guesses_the_token_learns_nothing(live_tulia: str, proof: Proof) -> None:
    with httpx.Client(base_url=live_tulia, timeout=30) as client, ThreadPoolExecutor(8) as threads:
        assert {client.get("/metrics", headers=headers).status_code for headers in PROXIES} == {404}
        words = [f"Bearer {secrets.token_urlsafe(24)}" for _ in range(GUESSES)]
        words += ["Bearer None", "Bearer ", "Basic YWRtaW46dHVsaWEtZGVtbw==", "bearer null"]
        guessed = threads.map(lambda word: client.get("/metrics", headers={"Authorization": word}), words)
        answers = [(response.status_code, b"tulia_" in response.content) for response in guessed]
        assert set(answers) == {(403, False)}
        assert client.post("/metrics").status_code in (403, 405)
    proof(f"{len(PROXIES)} requests through a proxy: 404; {len(words)} tokens: 403")


def test_no_label_names_a_tenant_a_customer_or_a_secret(live_tulia: str, proof: Proof) -> None:
    with httpx.Client(base_url=live_tulia, timeout=30) as client:
        for path in ("/webhooks/twilio/a-guessed-secret/", "/hooks/c2b/a-guessed-secret/confirm/", "/admin/?q=a-guess"):
            client.post(path, headers={"User-Agent": "a-guessed-secret"}, data={"Body": "a-guessed-secret"})
        client.request("A-GUESS", "/a-guessed-secret")
        page = client.get("/metrics").text
    assert page.count("tulia_") > 100
    slugs = [path.parent.name for path in DEMO]
    assert len(slugs) == 3
    for word in ("a-guess", "A-GUESS", "demo-auth-token", "+254", *slugs):
        assert word not in page, word
    proof(f"{len(page.splitlines())} lines of figures without a tenant, a customer or a token")
