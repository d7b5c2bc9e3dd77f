"""The mail room as a Django app."""

from django.apps import AppConfig


class ConversationsConfig(AppConfig):
    name = "conversations"
