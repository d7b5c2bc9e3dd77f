"""Beat asks the workers by the clock and does nothing itself, so that it loads none of what they do."""

from celery.apps import beat
from django.conf import settings
from django.utils.log import configure_logging


class Beat(beat.Beat):
    """Celery's own, without importing the tasks that it names."""

    def init_loader(self) -> None:
        configure_logging(settings.LOGGING_CONFIG, settings.LOGGING)
        self.app.finalize()  # type: ignore[union-attr]
