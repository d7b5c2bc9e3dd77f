"""Orders as a Django app of its own."""

from django.apps import AppConfig


class OrdersConfig(AppConfig):
    name = "tools.orders"
    label = "orders"
    verbose_name = "Orders"
