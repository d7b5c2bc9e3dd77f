"""`manage.py remove_second_factor`: for platform staff who have lost phone and recovery codes."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tenants import second_factor, sessions
from tenants.models import User


class Command(BaseCommand):
    help = "Remove a person's second factor and end their sessions; they set up a new one with their next login."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")

    def handle(self, *args: Any, **options: Any) -> None:
        user = User.objects.filter(username=options["username"]).first()
        if user is None:
            raise CommandError(f"Nobody logs in as {options['username']}.")
        second_factor.turn_off(user)
        sessions.end(user.pk)
        self.stdout.write(f"{user} has no second factor any more, and is logged out everywhere.")
