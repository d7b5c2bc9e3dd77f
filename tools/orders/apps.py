"""Orders as a Django app of its own."""

from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_delete


class OrdersConfig(AppConfig):
    name = "tools.orders"
    label = "orders"
    verbose_name = "Orders"

    def ready(self) -> None:
        post_delete.connect(_put_back, sender="orders.OrderLine", dispatch_uid="orders.put_back")


def _put_back(instance: Any, **_: Any) -> None:
    """A line that is erased with its customer does not take unsold pieces along."""
    from tools.orders.services import stock  # noqa: PLC0415  models can be imported only once all apps are ready

    stock.put_back_of_deleted(instance)
