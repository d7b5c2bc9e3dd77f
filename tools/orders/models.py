"""Orders: what a customer buys, what it costs and to have it brought, what was paid of it, and all that happened."""

from decimal import Decimal

from django.contrib.postgres.fields import ArrayField
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Q
from django.db.models.functions import Coalesce

from tenants.models import Customer
from tenants.tenancy import TenantForeignKey, TenantModel
from tools.catalog.models import Variant
from tools.catalog.units import QuantityField, Unit, figure, whole_unless_measured
from tools.orders.totals import payable, payable_back

NOTHING = Decimal("0.00")
CENT = Decimal("0.01")


class Order(TenantModel):
    """One customer's order; its number is also the reference under which it is paid.

    DRAFT ◀──▶ PLACED ──▶ PAID ──▶ PREPARING ──▶ SHIPPED ──▶ DELIVERED
      │           │         │          │
      ├───────────┴─────────┴──────────┴──▶ CANCELLED   withdrawn by the customer while unpaid, or ended by a person
      └───────────┴───────────────────────▶ EXPIRED     nobody paid or changed it for days; money that comes revives it

    A draft may be changed. A placed order has a payment under way, or a part of its money; it becomes a draft again
    when the payment came to nothing. Stock is set aside until `reserved_until`, which may pass: the order stays as
    it is. How long a customer who pays nothing may have pieces set aside is ruled in services.holds.
    """

    class Status(models.TextChoices):
        DRAFT = "draft", "Draft"
        PLACED = "placed", "Placed"
        PAID = "paid", "Paid"
        PREPARING = "preparing", "Being prepared"
        SHIPPED = "shipped", "Shipped"
        DELIVERED = "delivered", "Delivered"
        CANCELLED = "cancelled", "Cancelled"
        EXPIRED = "expired", "Expired"

    number = models.CharField(max_length=12, help_text="As the customer sees it and quotes it when they pay.")
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.DRAFT)
    customer = TenantForeignKey(Customer, related_name="orders")
    conversation_id = models.UUIDField(help_text="Where it was ordered, and where news of it are told.")
    currency = models.CharField(max_length=3)
    subtotal = models.DecimalField(max_digits=18, decimal_places=2, default=NOTHING)
    discount_total = models.DecimalField("Discounts", max_digits=18, decimal_places=2, default=NOTHING)
    delivery_fee = models.DecimalField(
        max_digits=18, decimal_places=2, null=True, blank=True,
        help_text="It is in the total; empty when it is not known, and when the customer comes for the order.",
    )  # fmt: skip
    delivery_area = models.CharField(
        max_length=80, blank=True, db_default="", default="", help_text="The delivery area whose fee it is."
    )
    total = models.DecimalField(max_digits=18, decimal_places=2, default=NOTHING)
    paid_total = models.DecimalField(
        "Paid", max_digits=18, decimal_places=2, default=NOTHING, help_text="All money that came for it."
    )
    reserved_until = models.DateTimeField(
        null=True, blank=True, help_text="Until when its pieces are set aside; empty when they are not."
    )
    first_held_at = models.DateTimeField(null=True, blank=True, help_text="When its pieces were first set aside.")
    late_holds = models.PositiveSmallIntegerField(
        default=0, help_text="How often they were set aside for a moment after that, at a yes to pay."
    )
    paying_until = models.DateTimeField(
        null=True, blank=True, help_text="An STK request may be on the phone until then: the order cannot be changed."
    )
    delivery = models.JSONField(
        default=dict, blank=True, help_text="Who gets it, where, when, and a note, as the customer said it."
    )
    expires_at = models.DateTimeField(help_text="When it is given up, unless it is paid or changed before.")
    placed_at = models.DateTimeField(null=True, blank=True)
    paid_at = models.DateTimeField(null=True, blank=True)
    erased_at = models.DateTimeField(
        null=True, blank=True, help_text="When its customer was erased; it stays in the books without them."
    )

    class Meta(TenantModel.Meta):
        ordering = ["-id"]
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "number"], name="order_number_once"),
            models.UniqueConstraint(
                fields=["tenant", "conversation_id"], condition=Q(status="draft"), name="one_draft_order"
            ),
            models.CheckConstraint(condition=Q(total__gte=0, paid_total__gte=0), name="order_totals_not_negative"),
            models.CheckConstraint(
                condition=Q(delivery_fee=None) | Q(delivery_fee__gte=0), name="order_delivery_fee_not_negative"
            ),
            models.CheckConstraint(
                condition=Q(
                    total=models.F("subtotal") - models.F("discount_total") + Coalesce("delivery_fee", NOTHING)
                ),
                name="order_total_adds_up",
            ),
        ]
        indexes = [
            models.Index(fields=["tenant", "customer"], name="orders_of_customer"),
            models.Index(fields=["tenant", "conversation_id"], name="orders_of_conversation"),
            models.Index(fields=["tenant", "-created_at"], name="orders_newest"),
            models.Index(fields=["tenant", "created_at"], name="orders_erased", condition=Q(erased_at__isnull=False)),
            models.Index(fields=["reserved_until"], name="orders_reserved", condition=Q(reserved_until__isnull=False)),
            models.Index(fields=["expires_at"], name="orders_open", condition=Q(status__in=["draft", "placed"])),
        ]

    def __str__(self) -> str:
        return self.number

    @property
    def due(self) -> Decimal:
        """What is still to pay."""
        return payable(self.total - self.paid_total, self.currency)

    @property
    def excess(self) -> Decimal:
        """What was paid beyond the total, in sums that can be sent back."""
        return payable_back(self.paid_total - self.total, self.currency)


class OrderLine(TenantModel):
    """So much of one variant, in the unit and at the price that the order holds; the variant may change or go."""

    order = TenantForeignKey(Order, related_name="lines")
    position = models.PositiveSmallIntegerField(help_text="Its place in the order.")
    variant = TenantForeignKey(Variant, on_delete=models.SET_NULL, null=True, related_name="order_lines")
    sku = models.CharField("SKU", max_length=64)
    item_id = models.UUIDField(help_text="The product.")
    title = models.CharField(max_length=160)
    options = models.JSONField(default=dict)
    unit_price = models.DecimalField(max_digits=18, decimal_places=2)
    unit = models.CharField(max_length=10, choices=Unit.choices, default=Unit.PIECE)
    quantity = QuantityField(help_text="How much of it, in its unit.")
    line_total = models.DecimalField(max_digits=18, decimal_places=2)
    held = QuantityField(default=0, help_text="What was taken out of the stock for it: all, or none.")

    class Meta(TenantModel.Meta):
        ordering = ["position"]
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "order", "position"], name="order_line_in_place"),
            models.CheckConstraint(condition=Q(quantity__gt=0), name="order_line_has_pieces"),
            models.CheckConstraint(condition=Q(unit__in=Unit.values), name="order_line_unit_known"),
            models.CheckConstraint(condition=whole_unless_measured("quantity"), name="order_line_in_whole_units"),
            models.CheckConstraint(
                condition=Q(held__gte=0, held__lte=models.F("quantity")), name="order_line_holds_its_own"
            ),
        ]
        indexes = [models.Index(fields=["tenant", "variant"], name="order_lines_of_variant")]

    def __str__(self) -> str:
        unit = "" if self.unit == Unit.PIECE else f"{self.unit} "
        return f"{figure(self.quantity)} {unit}x {self.title}"


class OrderDiscount(TenantModel):
    """What an offer takes off an order; removing it gives the offer's use back."""

    class Source(models.TextChoices):
        COUPON = "coupon", "Coupon"
        AUTOMATIC = "automatic", "By itself"

    order = TenantForeignKey(Order, related_name="discounts")
    name = models.CharField(max_length=120)
    code = models.CharField(max_length=40, blank=True)
    source = models.CharField(max_length=10, choices=Source.choices)
    amount = models.DecimalField(max_digits=18, decimal_places=2)

    class Meta(TenantModel.Meta):
        ordering = ["id"]
        constraints = [
            *TenantModel.Meta.constraints,
            models.CheckConstraint(condition=Q(amount__gte=0), name="order_discount_not_negative"),
        ]
        indexes = [models.Index(fields=["tenant", "order"], name="discounts_of_order")]

    def __str__(self) -> str:
        return self.name


class OrderEvent(TenantModel):
    """A line of an order's timeline; written once, never changed."""

    order = TenantForeignKey(Order, related_name="timeline")
    at = models.DateTimeField()
    what = models.CharField(max_length=200)
    by = models.CharField(max_length=150, help_text="The customer, the system, or the person who did it.")
    status = models.CharField(max_length=10, choices=Order.Status.choices, help_text="The order's after it.")

    class Meta(TenantModel.Meta):
        ordering = ["id"]
        indexes = [models.Index(fields=["tenant", "order"], name="order_timeline")]

    def __str__(self) -> str:
        return self.what


class DeliveryArea(TenantModel):
    """Places that a business delivers to for one fee, in its currency; an order goes by the first that names its place.

    One with categories is for orders that hold something of these, and for such orders only areas of their own count.
    """

    position = models.PositiveSmallIntegerField(
        default=0, help_text="The lowest number is tried first, where a place stands in several areas."
    )
    name = models.CharField(max_length=80, help_text="As your own people read it: Nairobi, large things by van.")
    places = ArrayField(
        models.CharField(max_length=80),
        help_text="One a line, as customers write them: towns, estates, roads. Capitals and accents do not matter.",
    )
    categories = ArrayField(
        models.CharField(max_length=200), default=list, blank=True,
        help_text="One a line: only for orders with something of these categories, such as Home > Furniture, and "
        "such orders go to no other area. Empty: for all goods.",
    )  # fmt: skip
    fee = models.DecimalField(max_digits=12, decimal_places=2, validators=[MinValueValidator(NOTHING)])
    free_from = models.DecimalField(
        max_digits=12, decimal_places=2, null=True, blank=True, validators=[MinValueValidator(CENT)],
        help_text="The value of the goods, less discounts, from which delivery is free. Empty: never.",
    )  # fmt: skip

    class Meta(TenantModel.Meta):
        verbose_name, verbose_name_plural = "delivery fee", "delivery fees"
        ordering = ["position", "name"]
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(
                fields=["tenant", "name"], name="delivery_area_once",
                violation_error_message="Another area has this name.",
            ),
            models.CheckConstraint(condition=Q(places__len__gt=0), name="delivery_area_has_places"),
            models.CheckConstraint(condition=Q(fee__gte=0), name="delivery_fee_not_negative"),
            models.CheckConstraint(condition=Q(free_from=None) | Q(free_from__gt=0), name="delivery_free_above_zero"),
        ]  # fmt: skip

    def __str__(self) -> str:
        return self.name
