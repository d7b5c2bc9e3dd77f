"""Django's command line; without DATABASE_URL it starts, or joins, the embedded servers."""

import os
import sys

from django.core.management import execute_from_command_line

from config import embedded


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    embedded.provide(os.environ)
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
