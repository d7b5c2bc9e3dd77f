"""The moving room as a Django app: its commands, and the table of what is held for a tenant on its way."""

from django.apps import AppConfig


class MovingConfig(AppConfig):
    name = "conversations.moving"
