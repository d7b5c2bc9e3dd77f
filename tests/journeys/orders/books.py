"""A shop in memory with books: orders, payments, offers and coupons by the tools' own contracts."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from langgraph.runtime import Runtime

from journeys.act import act
from journeys.compose.grounds import grounds
from journeys.contract import Journey
from journeys.flow import Flow
from journeys.guard.answered import settled_by
from journeys.registry import ALL
from journeys.say import say
from journeys.state import ConversationState
from tests.journeys.shop import NOON, Chat, Shop
from tools.contract import Call, Refusal, Result, ToolContext
from tools.offers.offers_get_applicable import OfferFacts, OffersGetApplicableArgs, OffersGetApplicableResult
from tools.offers.order_apply_coupon import OrderApplyCouponArgs, OrderApplyCouponResult
from tools.orders.facts import DiscountFacts, LineFacts, OrderFacts, PaymentFacts
from tools.orders.order_create import OrderCreateArgs, OrderCreateResult
from tools.payments.order_get_status import OrderAndPayments, OrderGetStatusArgs, OrderGetStatusResult
from tools.payments.payment_get_methods import PaymentGetMethodsArgs, PaymentGetMethodsResult

NUMBER, OTHER = "K7M2P9R4", "H4X8N3T2"
PHONE = "+254711000111"
ARGS = {
    "order_get_status": OrderGetStatusArgs,
    "order_create": OrderCreateArgs,
    "order_apply_coupon": OrderApplyCouponArgs,
    "offers_get_applicable": OffersGetApplicableArgs,
    "payment_get_methods": PaymentGetMethodsArgs,
}


def order(number: str = NUMBER, status: str = "draft", *, saving: int = 0) -> OrderFacts:
    line = LineFacts(
        sku="SWIFT-42", item_id="swift", title="Swift Runner", options={"size": "42"}, quantity=2,
        unit_price=Decimal(4500), line_total=Decimal(9000),
    )  # fmt: skip
    discounts = [DiscountFacts(name="Karibu", code="KARIBU10", amount=Decimal(saving))] if saving else []
    return OrderFacts(
        order_id=f"id-{number}", number=number, status=status, lines=[line], subtotal=Decimal(9000),
        discounts=discounts, total=Decimal(9000 - saving), currency="KES", quote=f"quote-{number}-{saving}",
        reserved_until=None, created_at=NOON,
    )  # fmt: skip


def standing(
    number: str = NUMBER, status: str = "draft", payment_status: str = "unpaid", *payments: PaymentFacts, paid: int = 0
) -> OrderAndPayments:
    return OrderAndPayments(
        order=order(number, status), payment_status=payment_status, paid=str(paid), due=str(9000 - paid),
        payments=list(payments),
    )  # fmt: skip


def payment(status: str, *, receipt: str | None = None, reason: str | None = None, amount: int = 9000) -> PaymentFacts:
    return PaymentFacts(
        payment_id="p", method="mpesa_stk", status=status, amount=Decimal(amount), currency="KES", receipt=receipt,
        reason=reason, at=NOON,
    )  # fmt: skip


PAID = standing(NUMBER, "paid", "paid", payment("paid", receipt="UKL8A1B2C3"), paid=9000)


@dataclass
class Books(Shop):
    """Her orders, the latest first; what offers there are; and what the coupon's rules say."""

    orders: list[OrderAndPayments] = field(default_factory=list)
    offers: list[OfferFacts] = field(default_factory=list)
    coupon: Refusal | None = None

    def __call__(self, name: str, arguments: Mapping[str, Any], context: ToolContext) -> Call:
        if name not in ARGS:
            return super().__call__(name, arguments, context)
        self.calls.append(name)
        args = ARGS[name].model_validate(arguments)
        answer: Result | Refusal = getattr(self, name)(args)
        effect = "write" if name in ("order_create", "order_apply_coupon") else "read"
        asked = args.model_dump(mode="json")
        return Call(tool=name, effect=effect, arguments=asked, answer=answer, milliseconds=0.1)

    def order_get_status(self, args: OrderGetStatusArgs) -> OrderGetStatusResult | Refusal:
        if args.number is None:
            code = Refusal(code="no_orders", reason="She has no order.")
            return OrderGetStatusResult(orders=self.orders[:3]) if self.orders else code
        found = [status for status in self.orders if status.order.number == args.number]
        return OrderGetStatusResult(orders=found) if found else Refusal(code="order_unknown", reason="Not hers.")

    def order_create(self, args: OrderCreateArgs) -> OrderCreateResult | Refusal:
        if args.lines:
            return OrderCreateResult(order=order(), price_changes=[])
        (withdrawn, *rest) = self.orders
        self.orders = rest
        return OrderCreateResult(order=withdrawn.order.model_copy(update={"status": "cancelled"}), price_changes=[])

    def order_apply_coupon(self, args: OrderApplyCouponArgs) -> OrderApplyCouponResult | Refusal:
        return self.coupon or OrderApplyCouponResult(order=order(saving=900), name="Karibu")

    def offers_get_applicable(self, args: OffersGetApplicableArgs) -> OffersGetApplicableResult:
        return OffersGetApplicableResult(offers=self.offers)

    def payment_get_methods(self, args: PaymentGetMethodsArgs) -> PaymentGetMethodsResult:
        saving = 900 if "order_apply_coupon" in self.calls and not self.coupon else 0
        return PaymentGetMethodsResult(order=order(saving=saving), methods=["mpesa_stk", "card"], phone_e164=PHONE)


@dataclass
class Visit:
    """One journey alone: what it says to a text or a tap, held to the evidence as the whole graph holds it."""

    journey: Journey
    books: Books
    chat: Chat = field(init=False)

    def __post_init__(self) -> None:
        self.chat = Chat(shop=self.books)
        self.chat.state = self.state.having(tenant_name="Duka", handoff={"phone": "+254700000009"}, turn_count=1)

    @property
    def state(self) -> ConversationState:
        return self.chat.state

    def having(self, **changes: Any) -> "Visit":
        self.chat.state = self.state.having(**changes)
        return self

    def say(self, text: str, *, tapped: str | None = None) -> str:
        context = self.chat.context(text)
        if tapped is not None:
            commands = (ALL.decoded(tapped),)
        else:
            settled = settled_by(text, self.state, ALL) if self.state.controls.asked else None
            commands = (settled,) if settled else self.journey.read(text, self.state, context)
        flow = act({"state": self.state, "commands": commands, "by": "local"}, Runtime(context=context))
        done = say(Flow(**flow, commands=commands, by="local"), Runtime(context=context))
        self.chat.state, self.reply, self.trace = flow["state"], done["reply"], context.trace
        assert grounds(self.state, context, done.get("links", ())).unsupported(self.reply.text) == [], self.reply.text
        return str(self.reply.text)
