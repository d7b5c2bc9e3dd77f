"""Who may be logged in: checked when somebody logs in and again with each request of a session."""

from typing import Any

from django.conf import settings
from django.contrib.auth.backends import ModelBackend

from tenants.models import User


class Logins(ModelBackend):
    """Django's own, and nobody with a demo login, whose password is public, while the demo is off."""

    def user_can_authenticate(self, user: Any) -> bool:
        is_dead = isinstance(user, User) and user.is_demo and not settings.TULIA.demo
        return super().user_can_authenticate(user) and not is_dead
