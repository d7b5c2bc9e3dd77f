"""`manage.py tell`: stories told to the demo businesses, with a table of what was met."""

from argparse import ArgumentParser
from pathlib import Path
from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.markdown import Markdown

from conversations.simulator.stories import session, story, table
from conversations.simulator.stories.guest import NoStage

# The table's columns; a pipe has no width of its own.
WIDTH = 130


class Command(BaseCommand):
    help = "Tell stories to the demo businesses as their customers would, and show what was met."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("stories", nargs="+", type=Path, help="story files, or folders of them")
        parser.add_argument("-k", "--times", type=int, default=1, help="tell each story so many times")
        parser.add_argument(
            "--against", choices=session.WAYS, default="local",
            help="who understands: the local mind, recorded answers, or the installation's model endpoint",
        )  # fmt: skip
        parser.add_argument("--table", type=Path, help="write the tables and all failures to this Markdown file")
        parser.add_argument("--record", type=Path, help="keep what the endpoint answers, as stories in this folder")
        parser.add_argument("--seed", type=int, help="seed of the customers' numbers; otherwise new ones each time")

    def handle(self, *args: Any, **options: Any) -> None:
        random = Random(options["seed"])  # noqa: S311  telephone numbers of nobody
        if options["record"] and options["against"] != "endpoint":
            raise CommandError("Only an endpoint can be recorded: add --against endpoint.")
        try:
            stories = [one for path in options["stories"] for one in story.load(path)]
            told = session.tell_all(
                stories, against=options["against"], times=options["times"], random=random,
                record=options["record"], on_run=lambda run: self.stdout.write(line(run)),
            )  # fmt: skip
        except (story.BadStory, NoStage) as error:
            raise CommandError(str(error)) from error
        console = Console(width=WIDTH)
        with console.capture() as shown:
            console.print(Markdown(table.summary(told)))
        self.stdout.write(shown.get())
        if options["table"]:
            options["table"].write_text(table.report(told))


def line(run: Any) -> str:
    """A story's line while they are told."""
    mark = "✓" if run.holds else "✗"
    return f"{mark} {run.story.name}: {run.wishes_met} of {run.story.wishes} wishes met"
