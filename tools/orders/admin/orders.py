"""The list of orders, and an order's page: its lines, discounts, money, timeline, and the steps a person may take."""

from decimal import Decimal
from typing import Any, ClassVar

from django.contrib import admin, messages
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from unfold.forms import BaseDialogForm

from tenants.admin.scoped import LOOK, ReadOnlyAdmin, ScopedInline, action, display
from tenants.admin.seat import find_seat
from tools.catalog import units
from tools.orders import selectors, services
from tools.orders.models import Order, OrderDiscount, OrderEvent, OrderLine
from tools.orders.refusals import StepForbidden

Status = Order.Status
STATUS_COLOURS = {
    Status.DRAFT.label: "info", Status.PLACED.label: "warning", Status.PAID.label: "success",
    Status.PREPARING.label: "warning", Status.SHIPPED.label: "info", Status.DELIVERED.label: "success",
    Status.CANCELLED.label: "danger", Status.EXPIRED.label: "danger",
}  # fmt: skip
PAYMENT_NAMES = {"unpaid": "Unpaid", "part_paid": "Part paid", "paid": "Paid", "overpaid": "Overpaid"}
PAYMENT_COLOURS = {"Unpaid": "info", "Part paid": "warning", "Paid": "success", "Overpaid": "danger"}
STEPS = {"prepare": Status.PREPARING, "ship": Status.SHIPPED, "deliver": Status.DELIVERED, "cancel": Status.CANCELLED}


def money(currency: str, amount: Decimal) -> str:
    """KES 3,499, as customers read it, with cents only when there are any."""
    return f"{currency} {amount:,.2f}".removesuffix(".00")


class LineInline(ScopedInline):
    """What was bought, at the price the order holds."""

    model = OrderLine
    verbose_name_plural = "Lines"
    fields = readonly_fields = (
        "product", "sku", "shown_options", "shown_quantity", "shown_price", "shown_total", "set_aside",
    )  # fmt: skip
    ordering = ("position",)
    for_admins = for_operators = LOOK

    @display(description="Product")
    def product(self, line: OrderLine) -> str:
        return line.title

    @display(description="Options")
    def shown_options(self, line: OrderLine) -> str:
        return ", ".join(map(str, line.options.values())) or "-"

    @display(description="Quantity")
    def shown_quantity(self, line: OrderLine) -> str:
        return f"{units.figure(line.quantity)} {line.get_unit_display().lower()}"

    @display(description="Unit price")
    def shown_price(self, line: OrderLine) -> str:
        return money(line.order.currency, line.unit_price)

    @display(description="Line total")
    def shown_total(self, line: OrderLine) -> str:
        return money(line.order.currency, line.line_total)

    @display(description="Taken from stock")
    def set_aside(self, line: OrderLine) -> str:
        return units.figure(line.held)


class DiscountInline(ScopedInline):
    """What offers took off."""

    model = OrderDiscount
    verbose_name_plural = "Discounts"
    fields = readonly_fields = ("name", "code", "source", "shown_amount")
    for_admins = for_operators = LOOK

    @display(description="Amount")
    def shown_amount(self, discount: OrderDiscount) -> str:
        return money(discount.order.currency, discount.amount)


class TimelineInline(ScopedInline):
    """Everything that happened, in order."""

    model = OrderEvent
    verbose_name_plural = "Timeline"
    fields = readonly_fields = ("at", "what", "by", "shown_status")
    ordering = ("id",)
    for_admins = for_operators = LOOK

    @display(description="Status after it")
    def shown_status(self, event: Any) -> str:
        return str(event.get_status_display())


def _dialog(title: str, description: str = "The customer is told of it.") -> dict[str, Any]:
    """A question before the step: a link alone must not change an order."""
    return {
        "title": title,
        "description": description,
        "form_class": BaseDialogForm,
        "form_submit_text": title,
    }


CANCEL = _dialog(
    "Cancel this order",
    "Its pieces go back on sale and the customer is told. Money that was paid is not sent back by this.",
)
DELIVERY = {"recipient": "For", "place": "To", "when": "When", "note": "Note"}


@admin.register(Order)
class OrderAdmin(ReadOnlyAdmin):
    """Everybody with a seat reads orders and takes the next step; only the system writes what was ordered and paid."""

    for_operators = LOOK
    inlines: ClassVar[tuple[type[ScopedInline], ...]] = (LineInline, DiscountInline, TimelineInline)
    list_display = ("number", "customer", "shown_status", "shown_total", "shown_payment", "created_at")
    list_filter = ("status", "created_at")
    list_select_related = ("customer",)
    search_fields = ("number", "customer__name", "customer__address", "customer__phone_e164", "lines__sku")
    search_help_text = "Search by number, customer or SKU"
    ordering = ("-id",)
    date_hierarchy = "created_at"
    actions_detail = tuple(STEPS)
    readonly_fields = (
        "number", "shown_status", "customer", "conversation", "shown_delivery",
        "created_at", "placed_at", "paid_at", "reserved_until",
        "shown_subtotal", "shown_discounts", "shown_fee", "shown_total", "shown_paid", "shown_due", "shown_payment",
    )  # fmt: skip
    fieldsets = (
        (None, {"fields": (("number", "shown_status"), ("customer", "conversation"), "shown_delivery")}),
        (
            "Money",
            {
                "fields": (
                    ("shown_subtotal", "shown_discounts", "shown_fee", "shown_total"),
                    ("shown_paid", "shown_due", "shown_payment"),
                )
            },
        ),
        ("When", {"fields": (("created_at", "placed_at"), ("paid_at", "reserved_until"))}),
    )

    def has_step_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """Whether this person may take the order a step on: whoever works for the business, in that business."""
        seat = find_seat(request)
        return seat is not None and not seat.is_fleet

    def get_actions_detail(self, request: HttpRequest, object_id: Any) -> list[Any]:
        """The steps that lead on from where the order is."""
        order = self.get_object(request, str(object_id))
        allowed = services.NEXT[order.status] if order else ()
        names = {f"orders_order_{name}" for name, status in STEPS.items() if status in allowed}
        return [one for one in super().get_actions_detail(request, object_id) if one.action_name in names]

    @action(
        description="Prepare", icon="package_2", permissions=["step"], url_path="prepare",
        dialog=_dialog("Mark as being prepared"),
    )  # fmt: skip
    def prepare(self, request: HttpRequest, form: BaseDialogForm, object_id: str) -> HttpResponse:
        """Button: somebody is putting the order together."""
        return self._step(request, object_id, Status.PREPARING)

    @action(
        description="Ship", icon="local_shipping", permissions=["step"], url_path="ship",
        dialog=_dialog("Mark as shipped"),
    )  # fmt: skip
    def ship(self, request: HttpRequest, form: BaseDialogForm, object_id: str) -> HttpResponse:
        """Button: the order is on its way."""
        return self._step(request, object_id, Status.SHIPPED)

    @action(
        description="Deliver", icon="task_alt", permissions=["step"], url_path="deliver",
        dialog=_dialog("Mark as delivered"),
    )  # fmt: skip
    def deliver(self, request: HttpRequest, form: BaseDialogForm, object_id: str) -> HttpResponse:
        """Button: the customer has it."""
        return self._step(request, object_id, Status.DELIVERED)

    @action(description="Cancel", icon="cancel", permissions=["step"], url_path="cancel", dialog=CANCEL)
    def cancel(self, request: HttpRequest, form: BaseDialogForm, object_id: str) -> HttpResponse:
        """Button: cancel the order, a person's decision, also for a paid one."""
        return self._step(request, object_id, Status.CANCELLED)

    def _step(self, request: HttpRequest, object_id: str, status: Status) -> HttpResponse:
        order = self.get_object(request, object_id)
        if order is None:
            raise Http404
        try:
            services.advance(order.pk, status=status, by=str(request.user), now=timezone.now())
        except StepForbidden:
            order.refresh_from_db()
            was, wanted = order.get_status_display().lower(), status.label.lower()
            messages.error(request, f"Order {order.number} is {was}; it cannot become {wanted}.")
        else:
            self.log_change(request, order, f"{status.label}.")
            messages.success(request, f"Order {order.number}: {status.label.lower()}. The customer is told.")
        return HttpResponse(headers={"HX-Redirect": reverse("admin:orders_order_change", args=[order.pk])})

    @display(description="Status", ordering="status", label=STATUS_COLOURS)
    def shown_status(self, order: Order) -> str:
        return order.get_status_display()

    @display(description="Total", ordering="total")
    def shown_total(self, order: Order) -> str:
        return money(order.currency, order.total)

    @display(description="Subtotal")
    def shown_subtotal(self, order: Order) -> str:
        return money(order.currency, order.subtotal)

    @display(description="Discounts")
    def shown_discounts(self, order: Order) -> str:
        return money(order.currency, order.discount_total)

    @display(description="Delivery fee")
    def shown_fee(self, order: Order) -> str:
        if order.delivery_fee is None:
            return "None is known"
        area = f" ({order.delivery_area})" if order.delivery_area else ""
        return f"{money(order.currency, order.delivery_fee)}{area}"

    @display(description="Paid")
    def shown_paid(self, order: Order) -> str:
        return money(order.currency, order.paid_total)

    @display(description="Still to pay")
    def shown_due(self, order: Order) -> str:
        return money(order.currency, order.due)

    @display(description="Payment", ordering="paid_total", label=PAYMENT_COLOURS)
    def shown_payment(self, order: Order) -> str:
        return PAYMENT_NAMES[selectors.payment_status(order)]

    @display(description="Delivery")
    def shown_delivery(self, order: Order) -> str:
        said = [f"{name}: {order.delivery[key]}" for key, name in DELIVERY.items() if order.delivery.get(key)]
        return "; ".join(said) or "Nothing was said"

    @display(description="Conversation")
    def conversation(self, order: Order) -> str:
        if order.erased_at is not None:
            return "Erased with its customer"
        address = reverse("admin:conversations_conversation_change", args=[order.conversation_id])
        return format_html('<a href="{}" class="text-link">Read it</a>', address)
