"""A small shop to buy from, and a customer who buys as a turn does: through the registry."""

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID, uuid4

from tenants.models import Customer, Tenant
from tenants.scope import tenant_scope
from tools import registry
from tools.catalog.models import Category, Product, Variant
from tools.contract import ToolContext
from tools.orders import selectors, services
from tools.orders.models import Order

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)
LATER = NOW + timedelta(minutes=31)
GOODS = (
    ("SHOE-42", "Road Shoe", "Shoes > Running", {"size": "42"}, "3499", 5),
    ("SHOE-43", "Road Shoe", "Shoes > Running", {"size": "43"}, "3600", 1),
    ("MUG", "Mug", "Kitchen", {}, "150.50", 100),
    ("KIKOI", "Kikoi", "", {}, "1200", 10),
)


def stock_up(tenant: Tenant) -> None:
    with tenant_scope(tenant.id):
        for sku, title, path, options, price, stock in GOODS:
            shelf = Category.objects.get_or_create(path=path)[0] if path else None
            product, _ = Product.objects.get_or_create(key=title, defaults={"title": title, "category": shelf})
            Variant.objects.create(product=product, sku=sku, options=options, price=Decimal(price), stock=stock)


def new_customer(tenant: Tenant) -> UUID:
    with tenant_scope(tenant.id):
        return Customer.objects.create(address=f"whatsapp:+2547{uuid4().int % 10**8:08d}").pk


@dataclass
class Buyer:
    """One customer in one conversation; the clock is hers to pass on."""

    tenant: Tenant
    customer_id: UUID
    conversation_id: UUID = field(default_factory=uuid4)
    now: datetime = NOW

    @property
    def context(self) -> ToolContext:
        return ToolContext(
            tenant_id=self.tenant.id, conversation_id=self.conversation_id, request_id=uuid4(),
            customer_id=self.customer_id, now=self.now,
        )  # fmt: skip

    def call(self, name: str, **arguments: Any) -> Any:
        """The result or the refusal."""
        return registry.call(name, arguments, self.context).answer

    def wants(self, *lines: Any, **quantities: int) -> Any:
        """order_create with lines as mappings, or as SKU = quantity."""
        named = [{"sku": sku.replace("_", "-"), "quantity": pieces} for sku, pieces in quantities.items()]
        return self.call("order_create", lines=[*lines, *named])

    def order(self, **quantities: int) -> Order:
        """Her draft with these lines."""
        answer = self.wants(**quantities)
        with tenant_scope(self.tenant.id):
            return Order.objects.get(pk=answer.order.order_id)

    def do(self, service: str, order: Order, **options: Any) -> Any:
        """Call one of the services at her time."""
        now = {} if service in {"add_discount", "remove_discounts"} else {"now": self.now}
        with tenant_scope(self.tenant.id):
            return getattr(services, service)(order.pk, **now, **options)

    def pay(self, order: Order, amount: str) -> Any:
        return self.do("credit", order, amount=Decimal(amount), what=f"Paid {amount}")

    def expire(self) -> int:
        """Let the minute's task run at her time."""
        with tenant_scope(self.tenant.id):
            return services.expire_due(self.now)

    def read(self, order: Order) -> Order:
        with tenant_scope(self.tenant.id):
            return Order.objects.get(pk=order.pk)

    def facts(self, order: Order) -> Any:
        with tenant_scope(self.tenant.id):
            return selectors.facts_of(Order.objects.get(pk=order.pk))

    def timeline(self, order: Order) -> list[str]:
        with tenant_scope(self.tenant.id):
            return list(order.timeline.values_list("what", flat=True))

    def after(self, **time: float) -> "Buyer":
        return replace(self, now=self.now + timedelta(**time))


def stock_of(tenant: Tenant, sku: str) -> int:
    with tenant_scope(tenant.id):
        return Variant.objects.get(sku=sku).stock
