"""The end of every process's start: Celery's application is known, and what was imported is here to stay."""

import gc

from django.apps import AppConfig


class InstallationConfig(AppConfig):
    name = "config"

    def ready(self) -> None:
        """Whoever wakes a worker must know its broker; garbage is looked for again, but not in what was imported."""
        from config import celery  # noqa: F401, PLC0415  it reads the settings, which are complete only now

        gc.freeze()
        # Not after each 700 new objects, as Python would: a turn makes thousands, and needs most of them to its end.
        gc.set_threshold(5_000, 20, 20)
        gc.enable()
