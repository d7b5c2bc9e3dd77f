"""`manage.py load_demo`: the demo tenants, once."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from conversations.simulator.demo import load


class Command(BaseCommand):
    help = "Load the demo tenants; what is already there is left as it is."

    def handle(self, *args: Any, **options: Any) -> None:
        with Progress(SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn()) as progress:
            task = progress.add_task("Loading the demo tenants")
            try:
                load.load(on_step=lambda text: progress.update(task, description=text))
            except load.DemoIsOff as error:
                raise CommandError(str(error)) from error
            progress.update(task, description="Demo tenants are loaded")
