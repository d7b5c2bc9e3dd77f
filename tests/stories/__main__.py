"""`make stories`: all stories told on a scratch database, by the local mind and by recorded answers; what was met."""

import os
import sys
from pathlib import Path
from random import Random

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"

import django

django.setup()

import logging

from rich.console import Console
from rich.markdown import Markdown

from conversations.simulator.stories import session, story, table
from tests.stories import businesses, kept

FOLDER = Path(__file__).parent
console = Console(width=int(os.environ.get("COLUMNS", "150")))


def main() -> None:
    """Tell the stories of the folders named, or all; the failures go to a file."""
    told = [one for path in chosen() for one in story.load(path)]
    logging.disable(logging.ERROR)
    with console.status("Opening the demo businesses"):
        businesses.open_all()
    for against in session.WAYS[:2]:
        with console.status(f"Telling stories: {against}"):
            runs = session.tell_all(told, against=against, random=Random(1))
        if runs:
            out = FOLDER.parent.parent / ".tulia" / f"stories-{against}.md"
            out.write_text(table.report(runs))
            console.print(f"Stories told, {against}; everything that did not hold is in {out}")
            console.print(Markdown(table.summary(runs)))
            console.print(Markdown(table.kinds(runs)))
        if against == "local" and os.environ.get("KEEP"):
            kept.LIST.write_text("\n".join(kept.choose(runs)) + "\n")


def chosen() -> list[Path]:
    named = [Path(name) for name in sys.argv[1:]]
    return named or [FOLDER / name for name in ("wishes", "told", "recorded")]


if __name__ == "__main__":
    main()
