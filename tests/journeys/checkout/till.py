"""A shop that takes orders and money, in memory, by the tools' own contracts; it keeps every charge."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from decimal import Decimal
from hashlib import sha256
from typing import Any

from tests.journeys.shop import NOON, THINGS, Chat, Shop, Thing, talked
from tools.contract import Args, Call, Refusal, ToolContext
from tools.offers.offers_get_applicable import OfferFacts, OffersGetApplicableArgs, OffersGetApplicableResult
from tools.offers.order_apply_coupon import OrderApplyCouponArgs, OrderApplyCouponResult
from tools.orders.facts import DiscountFacts, LineFacts, OrderFacts
from tools.orders.order_create import OrderCreateArgs, OrderCreateResult, ShownPriceChange
from tools.payments import (
    payment_create_pesapal_checkout,
    payment_get_c2b_instructions,
    payment_get_methods,
    payment_initiate_stk_push,
)

NUMBER = "K7M2QX"
PAYBILL = "174379"
COUPON = "KARIBU10"
PHONE = "+254712000001"
ARGS: Mapping[str, type[Args]] = {
    "order_create": OrderCreateArgs,
    "offers_get_applicable": OffersGetApplicableArgs,
    "order_apply_coupon": OrderApplyCouponArgs,
    "payment_get_methods": payment_get_methods.PaymentGetMethodsArgs,
    "payment_initiate_stk_push": payment_initiate_stk_push.PaymentInitiateStkPushArgs,
    "payment_get_c2b_instructions": payment_get_c2b_instructions.PaymentGetC2bInstructionsArgs,
    "payment_create_pesapal_checkout": payment_create_pesapal_checkout.PaymentCreatePesapalCheckoutArgs,
}
MOVES_MONEY = tuple(name for name in ARGS if name.startswith("payment_") and name != "payment_get_methods")


@dataclass(frozen=True, kw_only=True)
class Charge:
    """Money that was asked for: by which tool, how much, of whom, and the quote that had been confirmed."""

    tool: str
    amount: Decimal
    quote: str
    phone: str = ""


@dataclass
class Till(Shop):
    """`refuses` makes a tool refuse once or always; `prices` are the catalog's prices by SKU when they have changed.

    `fees` are what delivery to a place costs."""

    methods: list[str] = field(default_factory=lambda: ["mpesa_stk", "mpesa_c2b", "card"])
    kind: str = "paybill"
    phone: str | None = PHONE
    refuses: dict[str, Refusal] = field(default_factory=dict)
    fees: dict[str, Decimal] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    delivery: dict[str, str] = field(default_factory=dict)
    codes: list[str] = field(default_factory=list)
    repriced: dict[str, Decimal] = field(default_factory=dict)
    charges: list[Charge] = field(default_factory=list)
    named: list[tuple[str, dict[str, Any]]] = field(default_factory=list)

    def __call__(self, name: str, arguments: Mapping[str, Any], context: ToolContext) -> Call:
        if name not in ARGS:
            return super().__call__(name, arguments, context)
        self.calls.append(name)
        args = ARGS[name].model_validate(arguments)
        asked = args.model_dump(mode="json")
        self.named.append((name, asked))
        answer = self.refuses.get(name) or getattr(self, name)(args, context)
        effect = "money" if name in MOVES_MONEY else "write" if name.startswith("order_") else "read"
        return Call(tool=name, effect=effect, arguments=asked, answer=answer, milliseconds=0.1)  # type: ignore[arg-type]

    def order_create(self, args: OrderCreateArgs, context: ToolContext) -> OrderCreateResult | Refusal:
        if not args.lines:
            if not self.lines:
                return Refusal(code="nothing_to_withdraw", reason="There is none.")
            order = self.order
            self.lines, self.codes = {}, []
            return OrderCreateResult(order=order, price_changes=[])
        for line in args.lines:
            thing = self._thing(line.sku)
            if thing.stock < line.quantity:
                facts = {"sku": line.sku, "title": thing.title, "available": thing.stock}
                return Refusal(code="out_of_stock", reason="Too few.", facts=facts)
        self.lines, self.codes = {line.sku: line.quantity for line in args.lines}, []
        self.delivery = {name: value for name, value in args.delivery.model_dump().items() if value}
        changes = [
            ShownPriceChange(
                sku=line.sku, title=self._thing(line.sku).title, shown=line.shown_price, now=self._price(line.sku)
            )
            for line in args.lines
            if line.shown_price is not None and line.shown_price != self._price(line.sku)
        ]  # fmt: skip
        return OrderCreateResult(order=self.order, price_changes=changes)

    def _thing(self, sku: str) -> Thing:
        return next(thing for thing in self.things if sku.startswith(thing.item_id))

    def _price(self, sku: str) -> Decimal:
        return self.repriced.get(sku, Decimal(self._thing(sku).price))

    @property
    def order(self) -> OrderFacts:
        lines = [self._line(sku, quantity) for sku, quantity in self.lines.items()]
        subtotal = sum((line.line_total for line in lines), Decimal(0))
        discounts = [DiscountFacts(name="Karibu", code=code, amount=subtotal / 10) for code in self.codes]
        fee = self.fees.get(self.delivery.get("place", ""))
        total = subtotal - sum((discount.amount for discount in discounts), Decimal(0)) + (fee or 0)
        quote = sha256(repr((self.lines, self.codes, total)).encode()).hexdigest()[:20]
        return OrderFacts(
            order_id="order-1", number=NUMBER, status="draft", lines=lines, subtotal=subtotal, discounts=discounts,
            total=total, due=total, currency="KES", quote=quote, reserved_until=NOON + timedelta(minutes=30),
            created_at=NOON, delivery=self.delivery, delivery_fee=fee,
        )  # fmt: skip

    def _line(self, sku: str, quantity: int) -> LineFacts:
        thing = self._thing(sku)
        size = sku.removeprefix(f"{thing.item_id}-")
        return LineFacts(
            sku=sku, item_id=thing.item_id, title=thing.title, options={"size": size, "colour": thing.colour},
            quantity=quantity, unit_price=self._price(sku), line_total=self._price(sku) * quantity,
        )  # fmt: skip

    def offers_get_applicable(self, args: OffersGetApplicableArgs, context: ToolContext) -> OffersGetApplicableResult:
        saving = self.order.subtotal / 10 if self.lines else None
        offer = OfferFacts(
            name="Karibu", description="A tenth off.", code=COUPON, percent=Decimal(10), amount=None, currency="KES",
            minimum_spend=None, ends_on=None, scope=[], applies=bool(self.lines), saving=saving, obstacle=None,
        )  # fmt: skip
        return OffersGetApplicableResult(offers=[offer], order=self.order if self.lines else None)

    def order_apply_coupon(self, args: OrderApplyCouponArgs, context: ToolContext) -> OrderApplyCouponResult | Refusal:
        if args.code != COUPON:
            return Refusal(code="coupon_unknown", reason="No such coupon.", facts={"coupon": args.code})
        self.codes = [args.code]
        return OrderApplyCouponResult(order=self.order, name="Karibu")

    def payment_get_methods(
        self, args: payment_get_methods.PaymentGetMethodsArgs, context: ToolContext
    ) -> payment_get_methods.PaymentGetMethodsResult | Refusal:
        number = payment_get_methods.PayTo(kind=self.kind, number=PAYBILL)
        pay_to = number if "mpesa_c2b" in self.methods else None
        if args.order_id is None:
            return payment_get_methods.PaymentGetMethodsResult(
                order=None, methods=self.methods, phone_e164=self.phone, pay_to=pay_to
            )
        if not self.lines:
            return Refusal(code="order_closed", reason="It is withdrawn.")
        if not self.methods:
            return Refusal(code="no_methods", reason="None is enabled.")
        return payment_get_methods.PaymentGetMethodsResult(
            order=self.order, methods=self.methods, phone_e164=self.phone, pay_to=pay_to
        )

    def payment_initiate_stk_push(
        self, args: payment_initiate_stk_push.PaymentInitiateStkPushArgs, context: ToolContext
    ) -> payment_initiate_stk_push.PaymentInitiateStkPushResult | Refusal:
        if refused := self._unconfirmed(context):
            return refused
        self._charge("payment_initiate_stk_push", context, args.phone_e164)
        return payment_initiate_stk_push.PaymentInitiateStkPushResult(
            payment_id="p-1", status="pending", amount=self.order.total, currency="KES", phone_e164=args.phone_e164
        )

    def payment_get_c2b_instructions(
        self, args: Args, context: ToolContext
    ) -> payment_get_c2b_instructions.PaymentGetC2bInstructionsResult | Refusal:
        if refused := self._unconfirmed(context):
            return refused
        self._charge("payment_get_c2b_instructions", context)
        return payment_get_c2b_instructions.PaymentGetC2bInstructionsResult(
            payment_id="p-2",
            kind="paybill",
            short_code=PAYBILL,
            account=NUMBER,
            amount=self.order.total,
            currency="KES",
        )

    def payment_create_pesapal_checkout(
        self, args: Args, context: ToolContext
    ) -> payment_create_pesapal_checkout.PaymentCreatePesapalCheckoutResult | Refusal:
        if refused := self._unconfirmed(context):
            return refused
        self._charge("payment_create_pesapal_checkout", context)
        return payment_create_pesapal_checkout.PaymentCreatePesapalCheckoutResult(
            payment_id="p-3", redirect_url="https://pay.example/iframe?id=ab12", amount=self.order.total, currency="KES"
        )

    def _unconfirmed(self, context: ToolContext) -> Refusal | None:
        if not context.confirmed_quote:
            return Refusal(code="not_confirmed", reason="She has not said yes.")
        if context.confirmed_quote != self.order.quote:
            facts = {"total": str(self.order.total), "currency": "KES"}
            return Refusal(code="quote_changed", reason="It has changed.", facts=facts)
        return None

    def _charge(self, tool: str, context: ToolContext, phone: str = "") -> None:
        charge = Charge(tool=tool, amount=self.order.total, quote=context.confirmed_quote, phone=phone)
        self.charges.append(charge)


SWIFT, SAVANNA = THINGS[0], THINGS[1]


def buying(*messages: str, **till: Any) -> Chat:
    return talked(Till, till, *messages)


def till_of(chat: Chat) -> Till:
    assert isinstance(chat.shop, Till)
    return chat.shop
