"""Guessing passwords ends after five tries; the person themselves, another place and another name are not shut out."""

from datetime import timedelta
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from tenants.admin.logins import throttle
from tenants.models import FailedLogin
from tests.people import PASSWORD, person

pytestmark = pytest.mark.django_db


def log_in(username: str, password: str, *, place: str = "127.0.0.1", client: Client | None = None) -> HttpResponse:
    form = {"username": username, "password": password, "next": "/admin/"}
    return (client or Client()).post("/admin/login/", form, REMOTE_ADDR=place)


@pytest.fixture(autouse=True)
def _no_demo(settings: Any) -> None:
    """The demo answers on its own machine only; here people come from many."""
    settings.TULIA = settings.TULIA.model_copy(update={"demo": False})


def fail(username: str, times: int = throttle.PER_NAME, **options: Any) -> None:
    for _ in range(times):
        assert log_in(username, "guessed", **options).status_code == 200


def test_the_sixth_try_is_refused_even_with_the_right_password() -> None:
    user = person("amina")
    fail(user.username)
    page = log_in(user.username, PASSWORD)
    assert page.status_code == 429
    assert int(page["Retry-After"]) > 0
    assert throttle.TooMany.words in page.content.decode()
    assert "_auth_user_id" not in page.client.session


def test_a_right_password_clears_the_count() -> None:
    user = person("amina")
    for _ in range(2):
        fail(user.username, throttle.PER_NAME - 1)
        assert log_in(user.username, PASSWORD).status_code == 302


def test_another_place_and_another_name_are_not_shut_out() -> None:
    user, other = person("amina"), person("baraka")
    fail(user.username)
    assert log_in(user.username, PASSWORD, place="10.0.0.2").status_code == 302
    assert log_in(other.username, PASSWORD).status_code == 302


def test_the_same_name_written_otherwise_counts_as_the_same() -> None:
    user = person("amina")
    for name in ("Amina", " amina", "AMINA", "amina ", "amiNa"):
        log_in(name, "guessed")
    assert throttle.TooMany.words in log_in(user.username, PASSWORD).content.decode()


@pytest.mark.parametrize(("minutes", "status"), [(14, 429), (16, 302)])
def test_the_wait_ends(minutes: int, status: int) -> None:
    user = person("amina")
    fail(user.username)
    for row in FailedLogin.objects.all():
        row.tried_at -= timedelta(minutes=minutes)
        row.save()
    assert log_in(user.username, PASSWORD).status_code == status


def test_without_valkey_tries_are_counted_and_people_get_in(settings: Any) -> None:
    dead = {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": "redis://127.0.0.1:1/0"}
    settings.CACHES = {"default": dead}
    user = person("amina")
    fail(user.username, 2)
    assert log_in(user.username, PASSWORD).status_code == 302
    fail(user.username)
    assert log_in(user.username, PASSWORD).status_code == 429


def test_no_name_and_no_address_is_kept_in_clear() -> None:
    log_in("amina@people.example", "guessed", place="203.0.113.9")
    row = FailedLogin.objects.get()
    assert len(row.name) == len(row.source) == 64
    assert not any(word in f"{row.name}{row.source}" for word in ("amina", "203.0"))


def test_what_is_older_than_the_window_is_removed() -> None:
    fail("amina", 1)
    FailedLogin.objects.update(tried_at=FailedLogin.objects.get().tried_at - throttle.WINDOW * 2)
    fail("baraka", 1)
    assert FailedLogin.objects.count() == 1
