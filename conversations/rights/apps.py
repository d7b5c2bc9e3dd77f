"""The rights room as a Django app: it has pages, commands and a nightly task, and no tables."""

from django.apps import AppConfig


class RightsConfig(AppConfig):
    name = "conversations.rights"
