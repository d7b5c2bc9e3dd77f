"""Which migrations a released version has; run as a program, it writes down those that are there now."""

import os
from pathlib import Path

import django

FILE = Path(__file__).with_name("released.txt")


def names() -> set[str]:
    """As app.name; empty until something is released."""
    return {line for line in FILE.read_text().splitlines() if line and not line.startswith("#")}


def present() -> list[tuple[str, str]]:
    """Every migration of our own apps, by app and name."""
    from django.db.migrations.loader import MigrationLoader  # noqa: PLC0415  only once Django is set up

    loader = MigrationLoader(None)
    rooms = ("tenants", "knowledge", "tools", "conversations", "journeys")
    return sorted(key for key, one in loader.disk_migrations.items() if one.__module__.startswith(rooms))


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.static_settings")
    django.setup()
    head = [line for line in FILE.read_text().splitlines() if line.startswith("#")]
    FILE.write_text("\n".join([*head, *(f"{app}.{name}" for app, name in present())]) + "\n")
