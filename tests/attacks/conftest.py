"""An installation as others reach it, and what its attackers do again and again."""

from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from pydantic import AnyHttpUrl

LogIn = Callable[..., HttpResponse]


@pytest.fixture
def public(settings: Any) -> Any:
    """Without the demo, and with an address that others know."""
    update = {"demo": False, "public_base_url": AnyHttpUrl("https://chat.shop.example")}
    settings.TULIA = settings.TULIA.model_copy(update=update)
    return settings


@pytest.fixture
def log_in() -> LogIn:
    """Name and password, from an address, with a browser of one's own."""

    def post(name: str, password: str, *, client: Client | None = None, place: str = "127.0.0.1", **meta: str) -> Any:
        form = {"username": name, "password": password, "next": "/admin/"}
        return (client or Client()).post("/admin/login/", form, REMOTE_ADDR=place, **meta)

    return post
