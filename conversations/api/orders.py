"""Orders: read, and moved on along the steps that staff may take; their customers are told as ever."""

from typing import Any

from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request

from conversations.api import document
from conversations.api.idempotency import Written
from conversations.api.pages import PageQuery, page
from conversations.api.problems import conflict, not_found
from conversations.api.view import ApiView, Shown, reads, writes
from tools.orders import selectors, services
from tools.orders.models import Order, OrderDiscount, OrderLine
from tools.orders.refusals import OrderUnknown, StepForbidden

STEPS = (Order.Status.PREPARING, Order.Status.SHIPPED, Order.Status.DELIVERED, Order.Status.CANCELLED)


class OrderLineSerializer(serializers.ModelSerializer[OrderLine]):
    options = serializers.DictField()

    class Meta:
        model = OrderLine
        fields = ("sku", "title", "options", "unit", "quantity", "unit_price", "line_total")


class OrderDiscountSerializer(serializers.ModelSerializer[OrderDiscount]):
    class Meta:
        model = OrderDiscount
        fields = ("name", "code", "amount")


class OrderSerializer(serializers.ModelSerializer[Order]):
    customer_id = serializers.UUIDField()
    lines = OrderLineSerializer(many=True)
    discounts = OrderDiscountSerializer(many=True)
    due = serializers.DecimalField(max_digits=18, decimal_places=2, help_text="What is still to pay.")
    payment = serializers.SerializerMethodField(help_text="unpaid, part_paid, paid or overpaid.")
    next_steps = serializers.SerializerMethodField(help_text="Where it may be moved on to now.")
    delivery = serializers.DictField(
        help_text="recipient, place, when and note, as the customer said them; how: collected, when they come for it."
    )

    class Meta:
        model = Order
        fields = (
            "id", "number", "status", "payment", "next_steps", "customer_id", "conversation_id", "currency", "subtotal",
            "discount_total", "delivery_fee", "delivery_area", "total", "paid_total", "due", "lines", "discounts",
            "delivery", "created_at", "placed_at", "paid_at",
        )  # fmt: skip

    def get_payment(self, order: Order) -> str:
        return selectors.payment_status(order)

    def get_next_steps(self, order: Order) -> list[str]:
        return [str(status) for status in services.NEXT[order.status]]


class OrderQuery(serializers.Serializer[Any]):
    status = serializers.ChoiceField(choices=Order.Status.choices, required=False)
    customer_id = serializers.UUIDField(required=False)
    number = serializers.CharField(required=False, max_length=12)


class StepSerializer(serializers.Serializer[Any]):
    status = serializers.ChoiceField(choices=[(step.value, step.label) for step in STEPS])


class Orders(ApiView):
    resource = "orders"

    @document.read("List orders", document.page_of(OrderSerializer), OrderQuery, PageQuery)
    @reads
    def get(self, request: Request) -> Shown:
        asked = OrderQuery(data=request.query_params)
        asked.is_valid(raise_exception=True)
        return page(request, lambda row: OrderSerializer(row).data, _orders().filter(**asked.validated_data))


class OneOrder(ApiView):
    resource = "orders"

    @document.read("One order", OrderSerializer)
    @reads
    def get(self, request: Request, order_id: Any) -> Shown:
        return OrderSerializer(_order(order_id)).data


class OrderSteps(ApiView):
    resource = "orders"

    @document.write("Move an order on; its customer is told", StepSerializer, OrderSerializer)
    @writes
    def post(self, request: Request, order_id: Any) -> Written:
        told = StepSerializer(data=request.data)
        told.is_valid(raise_exception=True)
        try:
            order = services.advance(order_id, status=told.validated_data["status"], by=self.actor, now=timezone.now())
        except OrderUnknown as error:
            raise not_found() from error
        except StepForbidden as error:
            raise conflict(error.code, error.reason) from error
        return Written(OrderSerializer(_order(order.pk)).data, customer_id=order.customer_id)


def _orders() -> Any:
    return Order.objects.prefetch_related("lines", "discounts")


def _order(order_id: Any) -> Order:
    order: Order | None = _orders().filter(pk=order_id).first()
    if order is None:
        raise not_found()
    return order
