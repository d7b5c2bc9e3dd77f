"""Guessing passwords ends after five tries; the person herself, another place and another name are not shut out."""

import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client

from tenants.admin.logins import throttle
from tests.people import PASSWORD, person

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _empty_cache() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def log_in(username: str, password: str, *, place: str = "10.0.0.1") -> HttpResponse:
    form = {"username": username, "password": password, "next": "/admin/"}
    return Client(REMOTE_ADDR=place).post("/admin/login/", form)


def fail(username: str, times: int = throttle.TRIES, **options: str) -> None:
    for _ in range(times):
        assert log_in(username, "guessed", **options).status_code == 200


def test_the_sixth_try_is_refused_even_with_the_right_password() -> None:
    user = person("amina")
    fail(user.username)
    page = log_in(user.username, PASSWORD)
    assert page.status_code == 200
    assert throttle.TOO_MANY in page.content.decode()
    assert "_auth_user_id" not in page.client.session


def test_a_right_password_clears_the_count() -> None:
    user = person("amina")
    for _ in range(2):
        fail(user.username, throttle.TRIES - 1)
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
    assert throttle.TOO_MANY in log_in(user.username, PASSWORD).content.decode()


def test_the_wait_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    user = person("amina")
    fail(user.username)
    started = time.time()
    for minutes, status in ((14, 200), (16, 302)):
        monkeypatch.setattr(time, "time", lambda later=minutes: started + later * 60)
        assert log_in(user.username, PASSWORD).status_code == status


def test_without_its_cache_people_still_get_in(settings: Any) -> None:
    dead = {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": "redis://127.0.0.1:1/0"}
    settings.CACHES = {"default": dead}
    user = person("amina")
    fail(user.username, 2)
    assert log_in(user.username, PASSWORD).status_code == 302


def test_no_name_is_kept_in_clear() -> None:
    log_in("amina@people.example", "guessed")
    assert not any("amina" in key for key in cache._cache)
