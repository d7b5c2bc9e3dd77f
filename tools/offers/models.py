"""Offers and coupons, what they are for, and every use that was made of them."""

from decimal import Decimal

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.db.models import F, Q

from tenants.models import Customer
from tenants.tenancy import TenantForeignKey, TenantModel
from tools.orders.models import OrderDiscount

CENT = Decimal("0.01")
CODE = RegexValidator(r"^[A-Z0-9][A-Z0-9-]*$", "Letters, digits and hyphens, such as KARIBU10.")


class Offer(TenantModel):
    """A percentage or an amount off, told by a code or applied by itself, within its dates, limits and products."""

    name = models.CharField(max_length=120, help_text="As customers read it on their bill.")
    description = models.CharField(max_length=300, blank=True, help_text="One sentence for customers who ask.")
    code = models.CharField(
        max_length=40, blank=True, validators=[CODE],
        help_text="What a customer has to say, such as KARIBU10. Empty: it applies by itself.",
    )  # fmt: skip
    percent = models.DecimalField(
        max_digits=5, decimal_places=2, null=True, blank=True,
        validators=[MinValueValidator(CENT), MaxValueValidator(Decimal(100))],
        help_text="Percent off what it is for. Give this or an amount, not both.",
    )  # fmt: skip
    amount = models.DecimalField(
        max_digits=12,
        decimal_places=2,
        null=True,
        blank=True,
        validators=[MinValueValidator(CENT)],
        help_text="A sum off, never more than what it is for costs.",
    )
    currency = models.CharField(
        max_length=3, default="KES", validators=[RegexValidator(r"^[A-Z]{3}$", "A currency code such as KES.")],
        help_text="Of the amount and of the minimum.",
    )  # fmt: skip
    starts_at = models.DateTimeField("Starts", null=True, blank=True, help_text="Empty: at once.")
    ends_at = models.DateTimeField("Ends", null=True, blank=True, help_text="Empty: it stays until switched off.")
    minimum_spend = models.DecimalField(
        max_digits=12,
        decimal_places=2,
        null=True,
        blank=True,
        validators=[MinValueValidator(CENT)],
        help_text="The least that the whole order must come to.",
    )
    total_limit = models.PositiveIntegerField(
        "Uses in all", null=True, blank=True, validators=[MinValueValidator(1)], help_text="Empty: without limit."
    )
    per_customer_limit = models.PositiveIntegerField(
        "Uses a customer", null=True, blank=True, validators=[MinValueValidator(1)], help_text="Empty: without limit."
    )
    is_stackable = models.BooleanField(
        "Together with others", default=False, help_text="May be combined with other offers that allow it too."
    )
    is_public = models.BooleanField(
        "Told to anyone", default=True, help_text="Untick for a code that you hand out yourself."
    )
    is_active = models.BooleanField("Switched on", default=True)

    class Meta(TenantModel.Meta):
        ordering = ["name"]
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "code"], condition=~Q(code=""), name="offer_code_once",
                violation_error_message="Another offer has this code.",
            ),
            models.CheckConstraint(
                condition=Q(percent__isnull=True, amount__isnull=False, amount__gt=0)
                | Q(percent__isnull=False, percent__gt=0, percent__lte=100, amount__isnull=True),
                name="offer_percent_or_amount",
                violation_error_message="Give a percentage or an amount: one of the two.",
            ),
            models.CheckConstraint(
                condition=Q(starts_at=None) | Q(ends_at=None) | Q(ends_at__gt=F("starts_at")), name="offer_ends_later"
            ),
            models.CheckConstraint(
                condition=Q(minimum_spend=None) | Q(minimum_spend__gt=0), name="offer_minimum_above_zero"
            ),
            models.CheckConstraint(condition=Q(total_limit=None) | Q(total_limit__gte=1), name="offer_limit_1_up"),
            models.CheckConstraint(
                condition=Q(per_customer_limit=None) | Q(per_customer_limit__gte=1), name="offer_customer_limit_1_up"
            ),
        ]  # fmt: skip

    def __str__(self) -> str:
        return f"{self.name} ({self.code})" if self.code else self.name

    def clean(self) -> None:
        if (self.percent is None) is (self.amount is None):
            raise ValidationError({"percent": "Give a percentage or an amount: one of the two."})
        if self.starts_at and self.ends_at and self.ends_at <= self.starts_at:
            raise ValidationError({"ends_at": "It must end after it starts."})


class OfferScope(TenantModel):
    """One product or one shelf that an offer is for; an offer with none of these is for everything."""

    offer = TenantForeignKey(Offer, related_name="scope")
    product = TenantForeignKey("catalog.Product", null=True, blank=True, related_name="offers")
    category = TenantForeignKey("catalog.Category", null=True, blank=True, related_name="offers")

    class Meta(TenantModel.Meta):
        verbose_name, verbose_name_plural = "product or shelf", "for which products"
        constraints = [
            *TenantModel.Meta.constraints,
            models.CheckConstraint(
                condition=Q(product__isnull=False) | Q(category__isnull=False),
                name="offer_scope_is_something",
                violation_error_message="Choose a product or a shelf: one of the two.",
            ),
        ]
        indexes = [
            models.Index(fields=["tenant", "offer"], name="scope_of_offer"),
            models.Index(fields=["tenant", "product"], name="offers_of_product"),
            models.Index(fields=["tenant", "category"], name="offers_of_category"),
        ]

    def __str__(self) -> str:
        return str(self.product or self.category)

    def clean(self) -> None:
        if (self.product_id is None) is (self.category_id is None):
            raise ValidationError("Choose a product or a shelf: one of the two.")


class Redemption(TenantModel):
    """One use of an offer. It goes with its discount, so the uses of an offer are the redemptions there are."""

    offer = TenantForeignKey(Offer, related_name="redemptions")
    customer = TenantForeignKey(Customer, related_name="redemptions")
    discount = TenantForeignKey(OrderDiscount, related_name="redemptions")

    class Meta(TenantModel.Meta):
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "discount"], name="redemption_of_discount"),
        ]
        indexes = [
            models.Index(fields=["tenant", "offer", "customer"], name="redemptions_of_offer"),
            models.Index(fields=["tenant", "customer"], name="redemptions_of_customer"),
        ]

    def __str__(self) -> str:
        return f"{self.offer}"
