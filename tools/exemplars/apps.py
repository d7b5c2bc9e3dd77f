"""Exemplars as a Django app of its own."""

from django.apps import AppConfig


class ExemplarsConfig(AppConfig):
    name = "tools.exemplars"
    label = "exemplars"
    verbose_name = "Teaching"
