"""The billing rules of a business, on one page: the refund policy, and how customers are verified."""

from django.contrib import admin

from tenants.admin.scoped import EDIT, ScopedAdmin
from tools.billing.models import BillingRules


@admin.register(BillingRules)
class BillingRulesAdmin(ScopedAdmin):
    """One row a business; as the fields say while there is none."""

    list_display = (
        "__str__",
        "cooling_off_days",
        "processing_sla_business_days",
        "refund_to_method_days",
        "question_en",
    )
    for_admins = EDIT
    fieldsets = (
        ("Refunds", {"fields": (("cooling_off_days", "processing_sla_business_days", "refund_to_method_days"),)}),
        (
            "In your words",
            {
                "fields": (
                    "non_refundable_en", "non_refundable_sw", "non_refundable_sheng",
                    "notes_en", "notes_sw", "notes_sheng",
                )
            },
        ),
        (
            "Before an account is shown to another number",
            {"fields": ("question_en", "question_sw", "question_sheng", ("most_tries", "verified_hours"))},
        ),
    )  # fmt: skip
