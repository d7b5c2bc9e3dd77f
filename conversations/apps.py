"""The mail room as a Django app."""

from django.apps import AppConfig


class ConversationsConfig(AppConfig):
    name = "conversations"

    def ready(self) -> None:
        """Have the tools tell of every event they leave."""
        from conversations import tasks  # noqa: PLC0415  models can be imported only now
        from tools import events  # noqa: PLC0415

        events.listen(tasks.wake_for_events)
