"""`manage.py rotate_secrets`: seal every tenant's secrets again with the newest key of the ring."""

from typing import Any

from django.core.management.base import BaseCommand

from tenants import secrets
from tenants.models import Channel
from tenants.scope import fleet_scope


class Command(BaseCommand):
    help = "Seal every secret with the newest key; afterwards the older keys may leave TULIA_ENCRYPTION_KEYS."

    def handle(self, *args: Any, **options: Any) -> None:
        with fleet_scope():
            sealed = Channel.objects.exclude(sealed_auth_token="")
            stale = [channel for channel in sealed if not secrets.is_current(channel.sealed_auth_token)]
            for channel in stale:
                channel.auth_token = channel.auth_token
                channel.save(update_fields=["sealed_auth_token"])
        self.stdout.write(f"{len(stale)} secrets sealed again.")
