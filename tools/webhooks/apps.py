"""Webhooks as a Django app of its own."""

from django.apps import AppConfig


class WebhooksConfig(AppConfig):
    name = "tools.webhooks"
    label = "webhooks"
    verbose_name = "Webhooks"

    def ready(self) -> None:
        """Have the worker told of every delivery that is left."""
        from tools.webhooks import services, tasks  # noqa: PLC0415  models can be imported only now

        services.listen(tasks.wake)
