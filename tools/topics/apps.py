"""Topics as a Django app of its own."""

from django.apps import AppConfig


class TopicsConfig(AppConfig):
    name = "tools.topics"
    label = "topics"
    verbose_name = "What customers come for"
