"""Research as a Django app of its own."""

from django.apps import AppConfig


class ResearchConfig(AppConfig):
    name = "tools.research"
    label = "research"
    verbose_name = "Research"
