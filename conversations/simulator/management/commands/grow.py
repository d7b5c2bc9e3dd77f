"""`manage.py grow`: test businesses with as many messages as you want, to see how an installation bears them."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from conversations.simulator import growth


class Command(BaseCommand):
    help = "Fill the database with labelled test businesses of very unlike sizes, or take them out again."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--messages", type=int, default=1_000_000, help="of all together, in and out")
        parser.add_argument("--conversations", type=int, default=50_000)
        parser.add_argument("--tenants", type=int, default=200)
        parser.add_argument("--remove", action="store_true", help="take all of them out again")

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.TULIA.is_public:
            raise CommandError("Test data has no place where customers can reach this installation.")
        if options["remove"]:
            self.stdout.write(f"{growth.remove()} businesses of test data are gone.")
            return
        wanted = growth.sizes(
            messages=options["messages"], conversations=options["conversations"], tenants=options["tenants"]
        )
        try:
            growth.grow(wanted, on_step=self.stdout.write)
        except growth.AlreadyGrown as error:
            raise CommandError("There is test data already. `manage.py grow --remove` takes it out.") from error
