"""Mutated webhooks, signed and not: no error of ours, and nothing stored that was not signed."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from urllib.parse import unquote_plus, urlencode
from uuid import uuid4

import pytest

from conversations.models import InboundMessage, OutboundMessage
from tenants.models import Channel, Tenant
from tenants.scope import tenant_scope
from tests.depth import rounds, thorough
from tests.fuzz import mutations
from tests.fuzz.wsgi import Answer, Post, Site, fields, signature, signed_text
from tests.people import furnish

pytestmark = thorough

SEED, WEBHOOKS_A_ROUND, ROUNDS = 20, rounds(1_000, deep=2_500), rounds(1, deep=40)
EXPECTED = {200, 204, 400, 403, 404, 413, 415}
SIGNINGS = ("signed", "signed", "forged", "signed before it was changed", "unsigned")


@dataclass
class Shop:
    """A tenant whose webhooks are attacked."""

    channel: Channel
    outbound: OutboundMessage

    def webhook(self) -> Post:
        form = {
            "MessageSid": f"SM{uuid4().hex}", "From": "whatsapp:+254712345678", "To": self.channel.sender,
            "AccountSid": self.channel.twilio_account, "Body": "Hello & karibu 😀", "NumMedia": "0",
            "ProfileName": "Asha Wanjirú", "WaId": "254712345678", "SmsStatus": "received", "ApiVersion": "2010-04-01",
        }  # fmt: skip
        return Post(path=f"/webhooks/twilio/{self.channel.webhook_token}/", body=urlencode(form).encode())

    def status(self) -> Post:
        form = {"MessageSid": f"SM{uuid4().hex}", "MessageStatus": "read", "AccountSid": self.channel.twilio_account}
        path = f"/webhooks/twilio/{self.channel.webhook_token}/status/"
        return Post(path=path, query=f"message={self.outbound.id}", body=urlencode(form).encode())

    def signed(self, post: Post, secret: str) -> Post:
        form = [] if post.content_type == "application/json" else fields(post)
        return replace(post, headers={**post.headers, "X-Twilio-Signature": signature(post.url, form, secret)})


@pytest.fixture
def shop(committed_db: None, make_tenant: Callable[..., Tenant]) -> Shop:
    tenant = make_tenant()
    rows = furnish(tenant, "fuzzed")
    with tenant_scope(tenant.id):
        OutboundMessage.objects.update(status="sent")
        InboundMessage.objects.all().delete()
        return Shop(
            channel=Channel.objects.get(kind="whatsapp"),
            outbound=OutboundMessage.objects.get(pk=rows[OutboundMessage].pk),
        )


@pytest.mark.parametrize("round", range(ROUNDS))
def test_no_webhook_breaks_us_and_nothing_unsigned_is_stored(shop: Shop, round: int) -> None:
    chance, site, answers = random.Random(f"{SEED}.{round}"), Site(), Counter[int]()
    taken: list[str] = []
    for number in range(WEBHOOKS_A_ROUND):
        is_status = number % 4 == 0
        post = shop.status() if is_status else shop.webhook()
        signing = chance.choice(SIGNINGS)
        changed = attempt(chance, shop, post, signing)
        answer = site.send(changed)
        answers[answer.status] += 1
        assert_harmless(answer, changed)
        if signing != "signed" and not is_same(post, changed):
            assert answer.status not in (200, 204), f"{signing}, and taken: {changed}"
        elif answer.status == 200:
            taken.append(unquote_plus(changed.body.decode("latin-1")).replace("\x00", ""))
    with tenant_scope(shop.channel.tenant_id):
        stored = list(InboundMessage.objects.values_list("provider_id", flat=True))
    assert len(stored) == len(set(stored)) <= len(taken)
    assert all(any(sid in body for body in taken) for sid in stored)
    assert min(answers[200], answers[204], answers[400], answers[403], answers[413]) > 20, answers


def attempt(chance: random.Random, shop: Shop, post: Post, signing: str) -> Post:
    secret = shop.channel.auth_token
    match signing:
        case "signed":
            return shop.signed(mutations.mutate(chance, post), secret)
        case "forged":
            return shop.signed(mutations.mutate(chance, post), "not the secret")
        case "signed before it was changed":
            return mutations.mutate(chance, shop.signed(post, secret))
        case _:
            strange = chance.choice(["", "x", "\r\n", "\x00", "é", "A" * 5_000, "===="])
            return replace(mutations.mutate(chance, post), headers={"X-Twilio-Signature": strange})


def is_same(post: Post, changed: Post) -> bool:
    """Whether Twilio would sign both alike: its text has no mark where a name ends and its value begins."""
    return post.url == changed.url and signed_text(fields(post)) == signed_text(fields(changed))


def assert_harmless(answer: Answer, post: Post) -> None:
    assert answer.status in EXPECTED, f"{answer.status} to {post}"
    for name, value in answer.headers:
        assert "\n" not in name + value
        assert "injected" not in (name + value).lower()
    assert len(answer.body) < 200
