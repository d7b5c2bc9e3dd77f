"""The API as a Django app of its own: tokens, kept answers of writes, and what its library was asked."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    name = "conversations.api"
    label = "api"
    verbose_name = "Integrations"
