"""An access token is fetched once, shared, sealed where it lies, and replaced when the provider takes it no more."""

import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from redis import Redis

from config.embedded.valkey import EmbeddedValkey
from tenants.scope import tenant_scope
from tests.tools.payments.till import Payer
from tools.payments import access_tokens

INVALID = (404, {"requestId": "1", "errorCode": "404.001.03", "errorMessage": "Invalid Access Token"})


def test_one_token_serves_many_requests(payer: Payer) -> None:
    payer.push(payer.orders(SHOE_42=1))
    payer.money.pay(payer.prompt.id)
    payer.look(seconds=20)
    assert len(payer.money.asked("generate")) == 1
    assert payer.money.asked("generate")[0].authorization.startswith("Basic ")
    assert "daraja-token-1" not in str(vars(cache).get("_cache"))


@pytest.mark.parametrize("fate", [INVALID, (401, None), (400, {"errorCode": "400.003.01", "errorMessage": "x"})])
def test_a_token_that_is_refused_is_fetched_anew_once(payer: Payer, fate: object) -> None:
    payer.money.fail_next("processrequest", fate)
    assert payer.push(payer.orders(SHOE_42=1)).status == "pending"
    tokens = [one.authorization for one in payer.money.asked("processrequest")]
    assert tokens == ["Bearer daraja-token-1", "Bearer daraja-token-2"]
    assert len(payer.money.prompts) == 1


def test_an_app_without_the_product_is_told_to_the_tenant(payer: Payer) -> None:
    payer.money.fail_next("processrequest", INVALID, INVALID)
    order = payer.orders(SHOE_42=1)
    assert payer.push(order).code == "provider_refused"
    with tenant_scope(payer.tenant.id):
        assert "Is the product switched on?" in payer.payments(order)[0].account.problem


def test_wrong_keys_prompt_nobody(payer: Payer) -> None:
    payer.money.fail_next("generate", (400, None))
    assert payer.push(payer.orders(SHOE_42=1)).code == "provider_refused"
    assert payer.money.asked("processrequest") == []


@pytest.fixture
def server(tmp_path: Any, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Redis]:
    valkey = EmbeddedValkey(tmp_path / "valkey")
    valkey.start()
    settings.TULIA = settings.TULIA.model_copy(update={"redis_url": valkey.url})
    yield access_tokens._server(valkey.url)
    access_tokens._server(valkey.url).close()
    valkey.stop()


def test_a_lock_is_held_by_one_and_released_by_nobody_else(server: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access_tokens, "LOCK_SECONDS", 0.3)
    with access_tokens._locked("a"):
        began = time.monotonic()
        with access_tokens._locked("a"):  # waits until the first one's has run out
            assert time.monotonic() - began >= 0.2
            assert server.get("a") is not None
    with access_tokens._locked("b"):
        server.set("b", "another's, who came after ours had run out")
    assert server.get("b") == b"another's, who came after ours had run out"
    with access_tokens._locked("c"):
        assert server.get("c") is not None
    assert server.get("c") is None, "who is done leaves it free"


def test_without_the_caches_server_a_token_is_fetched_all_the_same(payer: Payer) -> None:
    assert payer.push(payer.orders(SHOE_42=1)).status == "pending"
    assert len(payer.money.asked("generate")) == 1
