"""The desk as a Django app: pages and no tables."""

from django.apps import AppConfig


class DeskConfig(AppConfig):
    name = "conversations.desk"
