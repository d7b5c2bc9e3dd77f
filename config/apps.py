"""Makes Celery's application known to every process that uses Django: whoever wakes a worker must know its broker."""

from django.apps import AppConfig


class InstallationConfig(AppConfig):
    name = "config"

    def ready(self) -> None:
        from config import celery  # noqa: F401, PLC0415  it reads the settings, which are complete only now
