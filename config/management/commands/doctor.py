"""Looks at everything that an installation needs, and says what is wrong and what to do. Exits 1 when anything is."""

import json
import sys
import threading
import time
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from config import doctor
from config.doctor import Examined

# A person begins to wonder.
SLOW_SECONDS = 2.0
MARKS = {"ok": "✓", "warning": "!", "fault": "✗"}


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = ()  # what is wrong with the settings is for the doctor to say

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="one JSON object, for programs")

    def handle(self, *args: Any, **options: Any) -> None:
        with Progress(self) as progress:
            found = []
            for one in doctor.examine(progress.begin):
                found.append(one)
                if not options["json"]:
                    self._show(one)
        faults = sum(one.diagnosis.level == "fault" for one in found)
        warnings = sum(one.diagnosis.level == "warning" for one in found)
        if options["json"]:
            self.stdout.write(json.dumps(_document(found), indent=2))
        else:
            self.stdout.write(f"{_so_many(faults, 'fault')}, {_so_many(warnings, 'warning')}.")
        if faults:
            sys.exit(1)

    def _show(self, one: Examined) -> None:
        style = {"ok": self.style.SUCCESS, "warning": self.style.WARNING, "fault": self.style.ERROR}
        told = one.diagnosis
        self.stdout.write(style[told.level](f"{MARKS[told.level]} {one.subject}: {told.sentence}"))
        if told.remedy:
            self.stdout.write(f"    {told.remedy}")


def _so_many(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


class Progress:
    """Tells on stderr what takes longer than two seconds, once each."""

    def __init__(self, command: BaseCommand) -> None:
        self._command = command
        self._subject, self._since = "", time.monotonic()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> "Progress":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def begin(self, subject: str) -> None:
        self._subject, self._since = subject, time.monotonic()

    def _watch(self) -> None:
        told = ""
        while not self._ended.wait(0.1):
            subject = self._subject
            if subject != told and time.monotonic() - self._since > SLOW_SECONDS:
                self._command.stderr.write(f"… still looking at {subject}")
                told = subject


def _document(found: list[Examined]) -> dict[str, Any]:
    levels = [one.diagnosis.level for one in found]
    return {
        "is_well": "fault" not in levels,
        "found": [
            {
                "subject": one.subject,
                "level": one.diagnosis.level,
                "sentence": one.diagnosis.sentence,
                "remedy": one.diagnosis.remedy,
            }
            for one in found
        ],
    }
