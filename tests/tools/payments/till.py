"""A shop that takes money, and a customer who pays as a turn does: through the registry and the hooks."""

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID, uuid4

from django.test import Client
from django.utils import timezone

from tenants.models import Customer, Tenant
from tenants.scope import tenant_scope
from tests.loopback.money_server import MoneyServer, Prompt, callback
from tests.tools.orders.shelf import stock_up
from tools import registry
from tools.contract import Call, ToolContext
from tools.models import Event
from tools.orders import selectors as orders
from tools.orders.models import Order
from tools.payments import addresses, polling
from tools.payments import registry as providers
from tools.payments.models import IncomingPayment, Payment, PaymentAccount, PaymentExchange

PHONE = "+254708374149"
PAYBILL, TILL, STORE = "600984", "5203110", "174379"
ALL = {"mpesa_stk": True, "mpesa_c2b": True, "card": True}


def open_for_money(tenant: Tenant) -> None:
    """Goods on the shelf, and an account at both providers."""
    stock_up(tenant)
    with tenant_scope(tenant.id):
        Tenant.objects.update(payments_enabled=ALL)
        for provider, number in (("daraja", PAYBILL), ("pesapal", "")):
            account = PaymentAccount(
                tenant=tenant, provider=provider, short_code=number, registered_at=timezone.now(),
                contact_email="pay@shop.example",
            )  # fmt: skip
            account.consumer_key, account.consumer_secret = "the-key", "the-secret"
            account.passkey = "the-passkey"
            account.save()


@dataclass
class Payer:
    """One customer with an order; the clock is hers to pass on."""

    tenant: Tenant
    money: MoneyServer
    now: datetime = field(default_factory=timezone.now)
    conversation_id: UUID = field(default_factory=uuid4)
    request_id: UUID = field(default_factory=uuid4)
    client: Client = field(default_factory=Client)
    customer_id: UUID | None = None

    def __post_init__(self) -> None:
        if self.customer_id is None:
            with tenant_scope(self.tenant.id):
                customer = Customer.objects.create(address=f"whatsapp:{PHONE}{uuid4().hex[:6]}", phone_e164=PHONE)
            self.customer_id = customer.pk

    def after(self, **time: float) -> "Payer":
        """Her, later, in another turn."""
        return replace(self, now=self.now + timedelta(**time), request_id=uuid4())

    def call(self, name: str, quote: str = "", **arguments: Any) -> Call:
        context = ToolContext(
            tenant_id=self.tenant.id, conversation_id=self.conversation_id, request_id=self.request_id,
            customer_id=self.customer_id, now=self.now, confirmed_quote=quote,
        )  # fmt: skip
        return registry.call(name, arguments, context)

    def orders(self, **quantities: int) -> Order:
        lines = [{"sku": sku.replace("_", "-"), "quantity": pieces} for sku, pieces in quantities.items()]
        answer = self.call("order_create", lines=lines).answer
        return self.order(answer.order.order_id)

    def order(self, order_id: Any) -> Order:
        with tenant_scope(self.tenant.id):
            return Order.objects.get(pk=order_id)

    def quote(self, order: Order) -> str:
        with tenant_scope(self.tenant.id):
            return orders.quote_of(Order.objects.get(pk=order.pk))

    def push(self, order: Order, **options: Any) -> Any:
        """She said yes; the result or the refusal."""
        quote = options.pop("quote", None)
        arguments = {"order_id": str(order.pk), "phone_e164": PHONE} | options
        return self.call("payment_initiate_stk_push", self.quote(order) if quote is None else quote, **arguments).answer

    def pays_by_card(self, order: Order) -> Any:
        return self.call("payment_create_pesapal_checkout", self.quote(order), order_id=str(order.pk)).answer

    def instructions(self, order: Order) -> Any:
        return self.call("payment_get_c2b_instructions", self.quote(order), order_id=str(order.pk)).answer

    def status(self, order: Order | None = None) -> Any:
        return self.call("order_get_status", **({"number": order.number} if order else {})).answer

    @property
    def prompt(self) -> Prompt:
        """The latest."""
        return list(self.money.prompts.values())[-1]

    def told(self, prompt: Prompt, body: dict[str, Any] | None = None, **options: Any) -> Any:
        """Safaricom's callback arrives."""
        path = prompt.callback[prompt.callback.index("/hooks/") :]
        return self.client.post(path, body or callback(prompt, **options), content_type="application/json")

    def sends(self, amount: str, reference: str, **fields: Any) -> dict[str, Any]:
        """What Safaricom tells of money that she sent to the paybill."""
        return {
            "TransactionType": "Pay Bill", "TransID": f"T{uuid4().hex[:9]}".upper(), "TransTime": "20260302120000",
            "TransAmount": amount, "BusinessShortCode": PAYBILL, "BillRefNumber": reference, "InvoiceNumber": "",
            "OrgAccountBalance": "25.00", "ThirdPartyTransID": "", "MSISDN": "2547 ***** 149", "FirstName": "ASHA",
        } | fields  # fmt: skip

    def confirms(self, money: Any, kind: str = "confirm") -> Any:
        path = f"/hooks/c2b/{self.token('paybill')}/{kind}/"
        return self.client.post(path, money, content_type="application/json")

    def token(self, purpose: str) -> str:
        """The secret part of the address that is given out for this now."""
        with tenant_scope(self.tenant.id):
            named = {one.name: (provider, one) for provider in providers.PROVIDERS for one in provider.purposes}
            provider, known = named[purpose]
            return addresses.current(PaymentAccount.objects.get(provider=provider.code), known)

    def look(self, **time: float) -> "Payer":
        """Later the sweep asks about whatever is due."""
        later = self.after(**(time or {"seconds": 12}))
        for tenant_id, payment_id in polling.list_due(later.now):
            if tenant_id == self.tenant.id:
                polling.ask(tenant_id, payment_id, now=later.now)
        return later

    def payments(self, order: Order) -> list[Payment]:
        with tenant_scope(self.tenant.id):
            return list(Payment.objects.filter(order=order).order_by("created_at"))

    def incoming(self) -> list[IncomingPayment]:
        with tenant_scope(self.tenant.id):
            return list(IncomingPayment.objects.order_by("created_at"))

    def events(self) -> list[tuple[str, dict[str, Any]]]:
        with tenant_scope(self.tenant.id):
            return [(event.name, event.facts) for event in Event.objects.order_by("created_at", "id")]

    def exchanges(self) -> list[PaymentExchange]:
        with tenant_scope(self.tenant.id):
            return list(PaymentExchange.objects.order_by("created_at", "id"))

    def paid_total(self, order: Order) -> Decimal:
        return self.order(order.pk).paid_total
