"""Payments as a Django app of its own."""

from django.apps import AppConfig


class PaymentsConfig(AppConfig):
    name = "tools.payments"
    label = "payments"
    verbose_name = "Payments"
