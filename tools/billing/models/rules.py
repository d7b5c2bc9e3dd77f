"""How a business gives money back, and how it verifies whom it shows an account to."""

from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.db.models import Q

from tenants.models import Customer
from tenants.tenancy import TenantForeignKey, TenantModel
from tools.billing.models.accounts import Account


def _lines(title: str, help_text: str = "") -> "models.TextField[str, str]":
    return models.TextField(title, blank=True, max_length=2000, help_text=help_text)


class BillingRules(TenantModel):
    """How a business gives money back, and how it knows whom it may show an account to. One row a business."""

    cooling_off_days = models.PositiveSmallIntegerField(
        "Cooling-off (days)", default=14, help_text="Within these days a customer may withdraw, and is seen to first."
    )
    processing_sla_business_days = models.PositiveSmallIntegerField(
        "A case is decided within (business days)", default=5,
        validators=[MinValueValidator(1), MaxValueValidator(60)],
        help_text="Told to the customer as a date. Weekends and your holidays do not count.",
    )  # fmt: skip
    refund_to_method_days = models.CharField(
        "Money is back within (days)", max_length=20, default="7-10",
        validators=[RegexValidator(r"^\d{1,3}(-\d{1,3})?$", "A number of days such as 7, or 7-10.")],
        help_text="After a case is approved, until it has arrived where it was paid from.",
    )  # fmt: skip
    non_refundable_en = _lines("Not given back, in English", "One a line, as customers read it.")
    non_refundable_sw = _lines("In Swahili")
    non_refundable_sheng = _lines("In Sheng")
    notes_en = _lines("What else holds, in English", "One a line: refunds go back to the way it was paid.")
    notes_sw = _lines("In Swahili")
    notes_sheng = _lines("In Sheng")
    question_en = models.CharField(
        "Question, in English", max_length=200, blank=True,
        help_text="Asked of who writes from another number than the account's: What are the last four digits of your "
        "ID? Each account keeps its own answer. Empty: a person looks at it instead.",
    )  # fmt: skip
    question_sw = models.CharField("In Swahili", max_length=200, blank=True)
    question_sheng = models.CharField("In Sheng", max_length=200, blank=True)
    most_tries = models.PositiveSmallIntegerField(
        "Wrong answers a day", default=3, validators=[MinValueValidator(1), MaxValueValidator(10)],
        help_text="After so many, of one customer or about one account, nobody is asked again until a day has passed.",
    )  # fmt: skip
    verified_hours = models.PositiveSmallIntegerField(
        "A right answer holds for (hours)", default=24, validators=[MinValueValidator(1), MaxValueValidator(720)]
    )

    class Meta(TenantModel.Meta):
        verbose_name = verbose_name_plural = "billing rules"
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(
                fields=["tenant"], name="billing_rules_once", violation_error_message="There are rules already."
            ),
            models.CheckConstraint(condition=Q(most_tries__gte=1), name="billing_tries_1_up"),
            models.CheckConstraint(condition=Q(processing_sla_business_days__gte=1), name="billing_sla_1_up"),
        ]

    def __str__(self) -> str:
        return "Billing rules"

    def spoken(self, name: str) -> dict[str, str]:
        """The words of `question`, `notes` or `non_refundable`, by language; without those that are empty."""
        told = {language: getattr(self, f"{name}_{language}").strip() for language in ("en", "sw", "sheng")}
        return {language: text for language, text in told.items() if text}


class VerificationTry(TenantModel):
    """One answer to the question that a customer was asked before an account was shown to them."""

    customer = TenantForeignKey(Customer, related_name="verification_tries")
    account = TenantForeignKey(
        Account, related_name="verification_tries", null=True, blank=True, on_delete=models.SET_NULL
    )
    told_number = models.CharField(max_length=64, help_text="The account number they gave.")
    is_right = models.BooleanField()

    class Meta(TenantModel.Meta):
        verbose_name_plural = "verification tries"
        indexes = [
            models.Index(fields=["tenant", "customer", "-created_at"], name="tries_of_customer"),
            models.Index(fields=["tenant", "told_number", "-created_at"], name="tries_at_account"),
            models.Index(fields=["tenant", "account"], name="tries_of_account", condition=Q(account__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.told_number}: {'right' if self.is_right else 'wrong'}"
