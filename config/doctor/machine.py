"""The machine: room on its disk, and how old the last backup is."""

import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import connection

from tenants.diagnosis import Diagnosis, fault, fine, warning

GIB: Final = 2**30
LOW, FULL = 2 * GIB, GIB // 4
OLD_HOURS: Final = 26.0
BACKUP: Final = "docs/operating.md, “Backup and restore”, says how, and how the time is told."


def disk() -> Iterator[Diagnosis]:
    folder = Path(settings.TULIA.data_dir).resolve()
    if not os.access(folder, os.W_OK):
        yield fault(
            f"{folder} cannot be written: files of customers would be lost.", "Give it to the user who runs Tulia."
        )
        return
    free = shutil.disk_usage(folder).free
    sentence = f"{free / GIB:.1f} GiB are free under {folder}."
    if free < FULL:
        yield fault(sentence, "Make room now: PostgreSQL stops when its disk is full.")
    elif free < LOW:
        yield warning(sentence, "Make room, or move TULIA_DATA_DIR.")
    else:
        yield fine(sentence)


def backups() -> Iterator[Diagnosis]:
    stamp = settings.TULIA.backup_stamp
    if stamp is None:
        yield warning("Nobody says when the last backup was made: TULIA_BACKUP_STAMP is unset.", BACKUP)
    elif not Path(stamp).exists():
        yield fault(f"No backup has been made: {stamp} does not exist.", BACKUP)
    else:
        hours = (time.time() - Path(stamp).stat().st_mtime) / 3600
        sentence = f"The last backup was made {hours:.0f} h ago."
        yield fault(sentence, BACKUP) if hours > OLD_HOURS else fine(sentence)
    yield from _archive()


def _archive() -> Iterator[Diagnosis]:
    """Point-in-time restore hangs on each piece of the write-ahead log being archived."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT current_setting('archive_mode') <> 'off',"
            " last_failed_time > coalesce(last_archived_time, '-infinity')"
            " FROM pg_stat_archiver"
        )
        is_on, is_failing = cursor.fetchone()
    if is_on and is_failing:
        yield fault("PostgreSQL cannot archive its write-ahead log.", "Its log says why; its disk fills up meanwhile.")
