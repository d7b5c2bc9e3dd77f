"""Who is known at the public addresses: a demo tenant with a phone, its keys and tokens, and money under way."""

import base64
from collections.abc import Callable, Iterable
from datetime import timedelta
from io import BytesIO
from typing import Any
from uuid import UUID, uuid4

from django.core.handlers.wsgi import WSGIHandler
from django.utils import timezone

from conversations.channels.web import threads
from conversations.models import Conversation
from conversations.simulator import phones
from conversations.simulator.models import (
    SimulatedCheckout,
    SimulatedIpn,
    SimulatedPhone,
    SimulatedPrompt,
    SimulatedShortCode,
    SimulatedToken,
)
from tenants import customers
from tenants.models import Channel, Customer, Tenant
from tenants.scope import tenant_scope
from tests.conversations.simulator.conftest import ACCOUNT, TOKEN, demo_channel
from tests.fuzz.wsgi import FORM, Post, fields, signature
from tools.orders.models import Order
from tools.payments.models import CallbackToken, IncomingPayment, Payment, PaymentAccount

CSRF = "c" * 32
WEB_KEY, THREAD_ID = "key-of-a-page", "01900000-0000-4000-8000-00000000000a"
PHONE_ID, PAYMENT_ID = "01900000-0000-7000-8000-000000000001", "01900000-0000-7000-8000-000000000003"
CHECKOUT_ID, IPN_ID = "01900000-0000-7000-8000-000000000005", "01900000-0000-7000-8000-000000000007"
MPESA_HOOK, CARD_HOOK, PROMPT, MSISDN = "hook-of-mpesa", "hook-of-cards", "ws_CO_1", "254712345678"
PROMPT_HOOK, RESULT_HOOK, ASK_SECRET = "hook-of-prompts", "hook-of-results", "secret-of-the-question"
INCOMING_ID, CARD_PAYMENT_ID = "01900000-0000-7000-8000-000000000008", "01900000-0000-7000-8000-000000000009"
BEARER, KEYS = "the-access-token", "demo-consumer-key-duka:demo-consumer-secret-duka"


def settle_in(tenant: Tenant) -> None:
    """Make the tenant the known one."""
    channel = demo_channel(tenant)
    phone = phones.add(channel, name="Asha", address=f"whatsapp:+{MSISDN}")
    with tenant_scope(tenant.id):
        SimulatedPhone.objects.filter(pk=phone.pk).update(id=PHONE_ID)
        Channel.objects.update(sender="whatsapp:+254700000001")
        _open_chat()
        _open_for_money()
        _ask_for_money()


def _open_chat() -> None:
    page = Channel.objects.create(kind="web", name="Page", sender="web:page", webhook_token=WEB_KEY)
    visitor = customers.create([threads.address_of(UUID(THREAD_ID))], name="", now=None)
    Conversation.objects.create(channel=page, customer=visitor)


def _open_for_money() -> None:
    mpesa = PaymentAccount.objects.create(provider="daraja", short_code="600984")
    cards = PaymentAccount.objects.create(provider="pesapal")
    for account, purpose, token in (
        (mpesa, "prompt", PROMPT_HOOK), (mpesa, "paybill", MPESA_HOOK), (mpesa, "result", RESULT_HOOK),
        (cards, "card", CARD_HOOK),
    ):  # fmt: skip
        CallbackToken.objects.create(account=account, purpose=purpose, token=token)
    IncomingPayment.objects.create(
        id=INCOMING_ID, account=mpesa, transaction_id="RKL51ZDR4F", amount=9000, paid_at=timezone.now(),
        status="held", ask_secret=ASK_SECRET,
    )  # fmt: skip
    customer = Customer.objects.create(address=f"whatsapp:+{MSISDN}", phone_e164=f"+{MSISDN}")
    conversation_id, now = uuid4(), timezone.now()
    order = Order.objects.create(number="7KQ2X", customer=customer, conversation_id=conversation_id, expires_at=now)
    Payment.objects.create(
        id=PAYMENT_ID, order=order, customer=customer, account=mpesa, conversation_id=conversation_id,
        request_id=uuid4(), method="mpesa_stk", status="pending", amount=4500, currency="KES", quote="said yes",
        phone_e164=f"+{MSISDN}", provider_id=PROMPT,
    )  # fmt: skip
    Payment.objects.create(
        id=CARD_PAYMENT_ID, order=order, customer=customer, account=cards, conversation_id=conversation_id,
        request_id=uuid4(), method="card", status="pending", amount=4500, currency="KES", quote="said yes",
        provider_id=CHECKOUT_ID, ask_at=now + timedelta(hours=1),
    )  # fmt: skip


def _ask_for_money() -> None:
    soon = timezone.now() + timedelta(hours=1)
    SimulatedToken.objects.create(provider="daraja", token=f"{BEARER}-daraja", expires_at=soon)
    SimulatedToken.objects.create(provider="pesapal", token=f"{BEARER}-pesapal", expires_at=soon)
    SimulatedPrompt.objects.create(
        checkout_request_id=PROMPT, msisdn=MSISDN, short_code="174379", party="174379", reference="7KQ2X",
        amount=4500, callback_url="https://shop.example/1", text="Do you want to pay?", expires_at=soon, queries=1,
    )  # fmt: skip
    SimulatedShortCode.objects.create(
        short_code="174379", response_type="Completed", confirmation_url="https://shop.example/4",
        validation_url="https://shop.example/5", is_listed=True,
    )  # fmt: skip
    ipn = SimulatedIpn.objects.create(id=IPN_ID, url="https://shop.example/2", method="POST")
    SimulatedCheckout.objects.create(
        id=CHECKOUT_ID, ipn=ipn, merchant_reference="7KQ2X-1", currency="KES", amount=4500, description="Order",
        callback_url="https://shop.example/3",
    )  # fmt: skip


def credentials(path: str) -> str:
    """What the holder of an account writes into the Authorization header at this address."""
    if path.startswith("/simulator/daraja/oauth/"):
        return _basic(KEYS)
    if path.startswith("/simulator/daraja/"):
        return f"Bearer {BEARER}-daraja"
    return f"Bearer {BEARER}-pesapal" if path.startswith("/simulator/pesapal/") else _basic(f"{ACCOUNT}:{TOKEN}")


def _basic(plain: str) -> str:
    return "Basic " + base64.b64encode(plain.encode()).decode()


class Proving:
    """In front of Django, on this machine: whoever says X-Known: yes gets what a known sender has."""

    def __init__(self) -> None:
        self._django = WSGIHandler()

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        environ["REMOTE_ADDR"] = "127.0.0.1"
        if environ.get("HTTP_X_KNOWN") == "yes":
            environ |= {"HTTP_COOKIE": f"csrftoken={CSRF}", "HTTP_X_CSRFTOKEN": CSRF}
            environ["HTTP_X_TULIA_KEY"] = WEB_KEY
            environ["HTTP_AUTHORIZATION"] = credentials(environ["PATH_INFO"])
            environ["HTTP_X_TWILIO_SIGNATURE"] = self._signature(environ)
        return self._django(environ, start_response)

    def _signature(self, environ: dict[str, Any]) -> str:
        body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
        environ["wsgi.input"] = BytesIO(body)
        kind = environ.get("CONTENT_TYPE", FORM)
        post = Post(path="", body=body, content_type=kind)
        query = environ.get("QUERY_STRING", "")
        url = f"http://{environ['HTTP_HOST']}{environ['PATH_INFO']}" + (f"?{query}" if query else "")
        return signature(url, [] if kind == "application/json" else fields(post), TOKEN)
