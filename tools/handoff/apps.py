"""Hand-overs as a Django app of its own."""

from django.apps import AppConfig


class HandoffConfig(AppConfig):
    name = "tools.handoff"
    label = "handoff"
    verbose_name = "Hand-overs"
