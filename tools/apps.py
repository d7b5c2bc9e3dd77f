"""The tools room as a Django app: it owns the ledger's table."""

from django.apps import AppConfig


class ToolsConfig(AppConfig):
    name = "tools"
