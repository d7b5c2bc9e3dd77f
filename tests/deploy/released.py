"""Which migrations a released version has; run as a program, it writes down those that there are now, for this version.

Until something is released, what a database is first made of counts as released: whatever comes after it is held to
the same rules, so that the first release brings no surprise.
"""

import os
import re
from pathlib import Path

import django

from config.version import VERSION

FILE = Path(__file__).with_name("released.txt")
FIRST = "0001_initial"
OF_VERSION = re.compile(r"^# Version (\S+)$", re.MULTILINE)
# A version's heading in CHANGELOG.md, and what stands behind it.
HEADING = re.compile(r"^## (\d\S*)(.*)$", re.MULTILINE)


def names() -> set[str]:
    """As app.name; empty until something is released."""
    return {line for line in FILE.read_text().splitlines() if line and not line.startswith("#")}


def version(text: str) -> str:
    """Which one the file tells of; empty until something is released."""
    found = OF_VERSION.search(text)
    return found[1] if found else ""


def last_dated(changelog: str) -> str:
    """The newest version that the changelog calls released; empty while there is none."""
    return next((found[1] for found in HEADING.finditer(changelog) if "unreleased" not in found[2]), "")


def newer() -> list[tuple[str, str]]:
    """Every migration that came since, by app and name."""
    known = names()
    return [key for key in present() if (".".join(key) not in known if known else key[1] != FIRST)]


def present() -> list[tuple[str, str]]:
    """Every migration of our own apps, by app and name."""
    from django.db.migrations.loader import MigrationLoader  # noqa: PLC0415  only once Django is set up

    loader = MigrationLoader(None)
    rooms = ("tenants", "knowledge", "tools", "conversations", "journeys")
    return sorted(key for key, one in loader.disk_migrations.items() if one.__module__.startswith(rooms))


def written(before: str) -> str:
    """The file as it is to be from now on; what it says of itself stays."""
    head = [line for line in before.splitlines() if line.startswith("#") and not OF_VERSION.match(line)]
    return "\n".join([*head, f"# Version {VERSION}", *(".".join(key) for key in present())]) + "\n"


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.static_settings")
    django.setup()
    FILE.write_text(written(FILE.read_text()))
