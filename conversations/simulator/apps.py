"""The phone simulator as a Django app."""

from django.apps import AppConfig


class SimulatorConfig(AppConfig):
    name = "conversations.simulator"
    label = "simulator"
