"""Billing as a Django app of its own."""

from django.apps import AppConfig


class BillingConfig(AppConfig):
    name = "tools.billing"
    label = "billing"
    verbose_name = "Billing"
