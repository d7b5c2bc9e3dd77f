"""The `tulia` command, for whoever has installed the wheel: the processes, and every command of `manage.py`."""

import os
import sys
from collections.abc import Callable
from typing import Final

from config import embedded, environment, processes, run
from config.parts import queues
from config.version import VERSION

HELP: Final = f"""Tulia {VERSION}

tulia run                    everything on this machine, with a PostgreSQL and a Valkey of its own unless you name yours
tulia serve                  web, live, workers and beat, forked from one process that has imported everything
tulia web | live | beat      one process, with the servers and keys that the environment names
tulia worker [queue,queue]   one worker, of all queues unless some are named: {",".join(queues.ROLES)}
tulia doctor                 looks at the installation, and says what is wrong and what to do
tulia migrate                brings the database up to date, as its owner
tulia <command> [--help]     any other command, such as import-catalog, createsuperuser or export-customer

Settings come from the environment; docs/settings.md lists them.
"""


def main() -> None:
    """The first word decides; what is none of ours is one of Django's."""
    name, rest = (sys.argv[1:2] or ["help"])[0], sys.argv[2:]
    if name in ("help", "--help", "-h") and not rest:
        sys.stdout.write(HELP)
    elif name in ("version", "--version"):
        sys.stdout.write(f"{VERSION}\n")
    elif name == "run":
        run.main()
    elif name in PROCESSES:
        PROCESSES[name](rest)
    else:
        manage([name.replace("-", "_"), *rest])


def manage(words: list[str]) -> None:
    """One of Django's commands; without DATABASE_URL the embedded servers are started, or joined."""
    from django.core.management import execute_from_command_line  # noqa: PLC0415  the processes need none of it

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    embedded.provide(os.environ)
    execute_from_command_line(["tulia", *words])


def _serve(words: list[str]) -> None:
    if words:
        environment.stop("`tulia serve` takes no more words.")
    _replace_by([*processes.PYTHON, "config.prefork"])


def _become(name: str) -> Callable[[list[str]], None]:
    def become(words: list[str]) -> None:
        if words:
            environment.stop(f"`tulia {name}` takes no more words.")
        _replace_by(processes.commands(_settings())[name])

    return become


def _become_worker(words: list[str]) -> None:
    named = words[0].split(",") if words else list(queues.ROLES)
    unknown = [name for name in named if name not in queues.ROLES]
    if unknown or len(words) > 1:
        environment.stop(f"the queues are {', '.join(queues.ROLES)}, named with commas between them.")
    _replace_by([*processes.WORKER, "--queues", ",".join(named)])


def _settings() -> environment.Environment:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    return environment.read()


def _replace_by(words: list[str]) -> None:
    """The process is this one, so that signals reach it."""
    os.execv(words[0], words)  # noqa: S606  our own words


PROCESSES: Final[dict[str, Callable[[list[str]], None]]] = {
    "serve": _serve,
    "web": _become("web"),
    "live": _become("live"),
    "beat": _become("beat"),
    "worker": _become_worker,
}
