"""Twilio's signature as it really comes: both algorithms, forms and JSON, odd addresses, repeated parameters."""

import hashlib
import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import override_settings
from pydantic import AnyHttpUrl

from conversations.channels.whatsapp.envelope import is_signed
from conversations.models import InboundMessage
from tenants.models import Channel, Tenant
from tenants.scope import fleet_scope, tenant_scope
from tests.conversations import signed
from tests.conversations.signed import KARIBU

CALL = {"CallSid": "CA1234567890ABCDE", "Digits": "1234", "To": "+18005551212"}
SANDBOX = CALL | {"From": "+14158675310", "Caller": "+14158675310"}
PUBLISHED = CALL | {"From": "+14158675309", "Caller": "+14158675309"}
DOCUMENT = '{"CallSid":"CA1234567890ABCDE","Caller":"+12349013030"}'
HASH = "5ccde7145dfb8f56479710896586cb9d5911809d83afbe34627818790db0aec9"
EXAMPLE = "https://example.com/myapp.php?foo=1&bar=2"
TOKEN = "12345"


@pytest.mark.parametrize(
    ("url", "parameters", "signature"),
    [
        (EXAMPLE, SANDBOX, "L/OH5YylLD5NRKLltdqwSvS0BnU="),
        ("https://mycompany.com/myapp.php?foo=1&bar=2", PUBLISHED, "RSOYDt4T1cUTdK1PDd93/VVr8B8="),
        (f"{EXAMPLE}#rc=2&rp=all", SANDBOX, "L/OH5YylLD5NRKLltdqwSvS0BnU="),
        (EXAMPLE.replace("//", "//user:pass@"), SANDBOX, "L/OH5YylLD5NRKLltdqwSvS0BnU="),
        (EXAMPLE.replace(".com", ".com:443"), SANDBOX, "L/OH5YylLD5NRKLltdqwSvS0BnU="),
        ("https://bot.example.test/webhooks/twilio/t1/", KARIBU, "ojG+RmvYj4sb0E+084r1WdB7wZk="),
        (f"https://bot.example.test/hook?bodySHA256={HASH}", DOCUMENT, "/njMAd1GYC9lwyhqYZGdiuxP+Ds="),
    ],
)
def test_known_signatures(url: str, parameters: Any, signature: str) -> None:
    assert is_signed(url, parameters, signature=signature, auth_token=TOKEN)
    assert not is_signed(url, parameters, signature=signature, auth_token=TOKEN + "6")
    assert not is_signed(url.replace("m", "n"), parameters, signature=signature, auth_token=TOKEN)


def test_a_changed_json_body_does_not_match_its_hash() -> None:
    url = f"https://bot.example.test/hook?bodySHA256={HASH}"
    changed = DOCUMENT.replace("+1", "+2")
    assert not is_signed(url, changed, signature="/njMAd1GYC9lwyhqYZGdiuxP+Ds=", auth_token=TOKEN)


def test_a_json_body_without_a_hash_in_the_address_is_not_covered() -> None:
    url = "https://bot.example.test/hook"
    assert not is_signed(url, DOCUMENT, signature=signed.sign(url, [], TOKEN), auth_token=TOKEN)


@pytest.mark.parametrize(
    ("header", "algorithm", "is_taken"),
    [
        ("", hashlib.sha1, True),
        ("key=webhooks_sharedkey_1", hashlib.sha1, True),
        ("key=k,algorithm=HMAC_SHA256", hashlib.sha256, True),
        ("key=k, algorithm=hmac_sha256", hashlib.sha256, True),
        ("key=k,algorithm=HMAC_SHA256", hashlib.sha1, False),
        ("", hashlib.sha256, False),
        ("key=k,algorithm=HMAC_SHA512", hashlib.sha512, False),
        ("key=k,algorithm=none", hashlib.sha1, False),
    ],
)
def test_algorithms(header: str, algorithm: Any, is_taken: bool) -> None:
    signature = signed.sign(EXAMPLE, SANDBOX.items(), TOKEN, algorithm)
    is_ours = is_signed(EXAMPLE, SANDBOX, signature=signature, auth_token=TOKEN, settings_header=header)
    assert is_ours is is_taken


@pytest.mark.parametrize("url", ["http://[::1", "http://host:99999/x", "", "x" * 9000], ids=lambda url: url[:9])
def test_an_address_that_is_none_signs_nothing(url: str) -> None:
    assert not is_signed(url, {"a": "b"}, signature="x" * 28, auth_token=TOKEN)


@pytest.fixture
def channel(db: None, make_tenant: Callable[..., Tenant]) -> Channel:
    tenant = make_tenant()
    with tenant_scope(tenant.id):
        return Channel.objects.get()


def stored() -> InboundMessage:
    with fleet_scope():
        return InboundMessage.objects.get()


def test_repeated_parameters_are_signed_once_each_and_in_order(channel: Channel) -> None:
    odd = [("Extra", "b"), ("Extra", "a"), ("Extra", "b"), ("extra", ""), ("é", "ü")]
    assert signed.post(channel, [*signed.message(channel).items(), *odd]).status_code == 200
    assert {"Extra", "extra", "é"} <= set(stored().payload)


def test_both_algorithms_reach_the_inbox_and_an_unknown_one_does_not(channel: Channel) -> None:
    path, fields = signed.path_of(channel), signed.message(channel)
    body = signed.urlencode(fields)
    for algorithm, name, status in ((hashlib.sha256, "HMAC_SHA256", 200), (hashlib.sha512, "HMAC_SHA512", 403)):
        signature = signed.sign(f"http://testserver{path}", fields.items(), channel.auth_token, algorithm)
        header = {"X-Twilio-Webhooks-Signature-Settings": f"key=k,algorithm={name}"}
        assert signed.raw(path, body, signature=signature, headers=header).status_code == status


def post_json(channel: Channel, body: str | bytes, **headers: str) -> int:
    data = body if isinstance(body, bytes) else body.encode()
    path = f"{signed.path_of(channel)}?bodySHA256={hashlib.sha256(data).hexdigest()}"
    signature = signed.sign(f"http://testserver{path}", [], channel.auth_token)
    return signed.raw(path, data, signature=signature, content_type="application/json", headers=headers).status_code


def test_a_json_webhook_is_read_like_a_form(channel: Channel) -> None:
    document = signed.message(channel) | {"NumMedia": 0, "Forwarded": True, "Future": {"a": [1]}, "Empty": None}
    assert post_json(channel, json.dumps(document)) == 200
    kept = stored()
    assert (kept.body, kept.kind) == ("Habari", "text")
    assert (kept.payload["NumMedia"], kept.payload["Forwarded"]) == ("0", "true")
    assert (kept.payload["Future"], kept.payload["Empty"]) == ('{"a": [1]}', "")


@pytest.mark.parametrize(
    "body",
    ["[]", '"x"', "7", "null", "{", "", "{}", "[" * 60_000, '{"a":' * 900, "9" * 5000, b"\xff\xfe{}"],
    ids=lambda body: str(body[:8]),
)
def test_a_signed_json_body_that_is_no_message_is_malformed(channel: Channel, body: str | bytes) -> None:
    assert post_json(channel, body) == 400
    with fleet_scope():
        assert not InboundMessage.objects.exists()


def test_half_a_surrogate_pair_and_nul_in_json_are_stored_as_far_as_they_can_be(channel: Channel) -> None:
    body = json.dumps(signed.message(channel)).replace("Habari", "Ha\\ud83d\\u0000bari")
    assert post_json(channel, body) == 200
    assert stored().body == "Ha?bari"


def test_json_whose_hash_is_anothers_is_refused(channel: Channel) -> None:
    path = f"{signed.path_of(channel)}?bodySHA256={HASH}"
    signature = signed.sign(f"http://testserver{path}", [], channel.auth_token)
    body = json.dumps(signed.message(channel))
    assert signed.raw(path, body, signature=signature, content_type="application/json").status_code == 403


@pytest.mark.parametrize("public", ["https://bot.example:8443", "https://bot.example", "http://bot.example:8080/tulia"])
def test_behind_a_proxy_the_configured_address_is_what_was_signed(channel: Channel, settings: Any, public: str) -> None:
    tulia = settings.TULIA.model_copy(update={"public_base_url": AnyHttpUrl(public)})
    path, fields = f"{signed.path_of(channel)}?x=[1]&y=%2f+", signed.message(channel)
    with override_settings(TULIA=tulia):
        for base, status in ((public, 200), ("http://testserver", 403)):
            signature = signed.sign(base + path, fields.items(), channel.auth_token)
            assert signed.raw(path, signed.urlencode(fields), signature=signature).status_code == status


def test_a_port_of_ones_own_is_part_of_the_address(channel: Channel) -> None:
    path, fields = signed.path_of(channel), signed.message(channel)
    for base, status in (("http://testserver:8800", 200), ("http://testserver:8801", 403)):
        signature = signed.sign(base + path, fields.items(), channel.auth_token)
        answer = signed.raw(path, signed.urlencode(fields), signature=signature, HTTP_HOST="testserver:8800")
        assert answer.status_code == status


def test_the_idempotency_token_is_kept_with_the_message(channel: Channel) -> None:
    token = {"I-Twilio-Idempotency-Token": "0f0e7a1c-4d6a-4a8c-9a55-6c5ac1c2a3f1"}
    assert signed.post(channel, signed.message(channel), headers=token).status_code == 200
    assert stored().payload.items() >= token.items()
