"""The mail room as a Django app."""

from django.apps import AppConfig


class ConversationsConfig(AppConfig):
    name = "conversations"

    def ready(self) -> None:
        """Have the tools tell of every event they leave, and of every step of research that is due."""
        from conversations import tasks  # noqa: PLC0415  models can be imported only now
        from conversations.research import tasks as research  # noqa: PLC0415
        from tools import events  # noqa: PLC0415
        from tools.research import waking  # noqa: PLC0415

        events.listen(tasks.wake_for_events)
        waking.listen(research.wake)
