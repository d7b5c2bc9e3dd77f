"""Guessing passwords is slowed for the guesser, costs webhooks nothing, and locks nobody else out."""

import os
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher, PBKDF2PasswordHasher
from django.db import connection
from django.http import HttpResponse
from django.test import Client

from tenants import priority
from tenants.admin.logins import hashing, throttle
from tenants.client_address import client_address
from tenants.models import FailedLogin
from tests.people import PASSWORD, person
from tests.soak.site.supervisor import until

LogIn = Callable[..., HttpResponse]
BUDGETED = ["tenants.admin.logins.hashing.BudgetedHasher"]


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few tries reach the limits, which takes less time."""
    for name, limit in (("PER_NAME", 3), ("PER_PLACE", 6), ("OVERALL", 12)):
        monkeypatch.setattr(throttle, name, limit)


@pytest.fixture
def hashes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every password that was hashed to be compared."""
    seen: list[str] = []
    real = MD5PasswordHasher.encode

    def encode(hasher: MD5PasswordHasher, password: str, salt: str) -> str:
        seen.append(password)
        return real(hasher, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", encode)
    return seen


@pytest.mark.django_db
def test_past_the_limit_of_an_address_no_password_is_hashed(public: Any, log_in: LogIn, hashes: list[str]) -> None:
    for number in range(throttle.PER_PLACE):
        assert log_in(f"name-{number}", "guess", place="203.0.113.9").status_code == 200
    hashes.clear()
    for number in range(5):
        refused = log_in(f"other-{number}", "guess", place="203.0.113.9")
        assert refused.status_code == 429
        assert int(refused["Retry-After"]) > 0
    assert hashes == []
    assert log_in(person().username, PASSWORD, place="203.0.113.10").status_code == 302


@pytest.mark.django_db
def test_a_neighbourhood_of_one_network_is_one_guesser(public: Any, log_in: LogIn) -> None:
    for number in range(throttle.PER_PLACE):
        log_in(f"name-{number}", "guess", place=f"2001:db8:1:2::{number + 1:x}")
    assert log_in("another", "guess", place="2001:db8:1:2:ffff::1").status_code == 429
    assert log_in("another", "guess", place="2001:db8:1:3::1").status_code == 200


@pytest.mark.django_db
def test_guessing_from_everywhere_is_limited_and_the_owner_gets_in(public: Any, log_in: LogIn) -> None:
    owner, browser = person("amina"), Client()
    assert log_in("amina", PASSWORD, client=browser, place="198.51.100.7").status_code == 302
    browser.post("/admin/logout/")
    statuses = Counter(log_in("amina", "guess", place=f"203.0.113.{number}").status_code for number in range(16))
    assert statuses == {200: 12, 429: 4}
    assert log_in("amina", PASSWORD, place="203.0.113.200").status_code == 429
    # The browser that they logged in with before is not reached by what others do, wherever it is now.
    for place in ("198.51.100.7", "203.0.113.5"):
        assert log_in(owner.username, PASSWORD, client=browser, place=place).status_code == 302
        browser.post("/admin/logout/")


@pytest.mark.django_db
def test_the_mark_of_a_browser_is_worth_five_tries_for_its_own_name(public: Any, log_in: LogIn) -> None:
    thief = Client()
    person("amina")
    person("thief")
    assert log_in("thief", PASSWORD, client=thief).status_code == 302
    thief.post("/admin/logout/")
    for _ in range(throttle.PER_NAME):
        assert log_in("amina", "guess", client=thief).status_code == 200
    assert log_in("amina", PASSWORD, client=thief).status_code == 429
    for _ in range(2 * throttle.PER_NAME):
        log_in("thief", "guess", client=thief)
    assert log_in("thief", PASSWORD, client=thief).status_code == 429
    thief.cookies[throttle.COOKIE] = "eyJuYW1lIjoiYW1pbmEifQ:forged:mark"
    assert log_in("amina", PASSWORD, client=thief).status_code == 429


@pytest.mark.django_db
def test_a_blank_password_does_not_wipe_the_count(public: Any, log_in: LogIn) -> None:
    person("amina")
    for _ in range(throttle.PER_NAME):
        log_in("amina", "guess")
        log_in("amina", "")
    assert log_in("amina", PASSWORD).status_code == 429


@pytest.mark.django_db
def test_succeeding_with_ones_own_name_does_not_wipe_the_count_of_the_address(public: Any, log_in: LogIn) -> None:
    person("thief")
    statuses: list[int] = []
    for number in range(throttle.PER_PLACE + 1):
        statuses.append(log_in(f"victim-{number}", "guess").status_code)
        log_in("thief", PASSWORD)
    assert statuses[-1] == 429


PROXIES = "10.0.0.0/8, 2001:db8::/32"
SEEN = [
    ("203.0.113.9", None, "203.0.113.9"),
    ("203.0.113.9", "198.51.100.1", "203.0.113.9"),  # not a proxy of ours: its word is not believed
    ("10.0.0.1", "198.51.100.1", "198.51.100.1"),
    ("10.0.0.1", "1.2.3.4, 198.51.100.1", "198.51.100.1"),  # what stands left was sent by the visitor
    ("10.0.0.1", "198.51.100.1, 10.0.0.2", "198.51.100.1"),
    ("10.0.0.1", "nonsense", "10.0.0.1"),
    ("10.0.0.1", "198.51.100.1, nonsense", "10.0.0.1"),
    ("10.0.0.1", None, "10.0.0.1"),
    ("2001:db8::1", "2001:470::7", "2001:470::7"),
    ("::ffff:10.0.0.1", "::ffff:198.51.100.1", "198.51.100.1"),
    ("nonsense", "198.51.100.1", "unknown"),
]


@pytest.mark.parametrize(("peer", "forwarded", "expected"), SEEN)
def test_an_address_is_believed_from_our_own_proxies_only(
    peer: str, forwarded: str | None, expected: str, rf: Any, settings: Any
) -> None:
    settings.TULIA = settings.TULIA.model_copy(update={"trusted_proxies": PROXIES})
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    assert client_address(rf.get("/", REMOTE_ADDR=peer, headers=headers)) == expected


@pytest.mark.django_db
def test_a_made_up_header_does_not_make_new_addresses(public: Any, log_in: LogIn) -> None:
    for number in range(throttle.PER_PLACE):
        log_in(f"name-{number}", "guess", HTTP_X_FORWARDED_FOR=f"198.51.100.{number}")
    assert log_in("other", "guess", HTTP_X_FORWARDED_FOR="198.51.100.99").status_code == 429


def test_many_guesses_at_once_are_hashed_one_at_a_time_and_the_rest_is_told_to_come_again(
    committed_db: None, public: Any, log_in: LogIn
) -> None:
    public.PASSWORD_HASHERS = BUDGETED
    throttle.OVERALL = 100  # put back by the fixture
    names = [f"name-{number}" for number in range(24)]
    answers: list[tuple[int, str]] = []
    barrier = threading.Barrier(len(names))

    def guess(name: str) -> None:
        barrier.wait()
        answer = log_in(name, "guess", place=f"203.0.113.{names.index(name)}")
        answers.append((answer.status_code, answer.headers.get("Retry-After", "")))
        connection.close()

    threads = [threading.Thread(target=guess, args=[name]) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    statuses = Counter(status for status, _ in answers)
    assert statuses[429] >= len(names) - 2 * hashing.AT_ONCE
    assert statuses[200] == len(names) - statuses[429] >= 1
    assert {after for status, after in answers if status == 429} == {str(hashing.OverBudget.retry_after_seconds)}
    # What was never looked at is not held against anybody.
    assert FailedLogin.objects.count() == statuses[200]


def test_a_hash_is_djangos_own_and_made_by_a_process_that_gives_way() -> None:
    for password in ("mwanzo-mpya-9", "n\u0303ywila \U0001f511"):
        own = hashing.BudgetedHasher().encode(password, "c2FsdA", 1000)
        assert own == PBKDF2PasswordHasher().encode(password, "c2FsdA", 1000)
        assert PBKDF2PasswordHasher().verify(password, own)
    words = [sys.executable, "-I", "-S", str(hashing.PROGRAM), str(priority.BACKGROUND)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, start_new_session=True) as waiting:
        given_way = min(priority.MOST, os.getpriority(os.PRIO_PROCESS, 0) + priority.BACKGROUND)
        until(lambda: os.getpriority(os.PRIO_PROCESS, waiting.pid) == given_way, seconds=20, what="it gives way")
        waiting.kill()


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["login", "password_change"])
def test_every_page_that_hashes_keeps_to_the_budget(page: str, public: Any, log_in: LogIn) -> None:
    user, browser = person(), Client()
    browser.force_login(user)
    user.password = "pbkdf2_sha256$1000000$c2FsdA$" + "x" * 43 + "="
    user.save()
    browser.force_login(user)
    public.PASSWORD_HASHERS = BUDGETED
    form = {"old_password": "x", "new_password1": "mwanzo-mpya-9", "new_password2": "mwanzo-mpya-9"}
    taken = [hashing._places.acquire(blocking=False) for _ in range(hashing.AT_ONCE)]
    try:
        began = time.perf_counter()
        answer = log_in(user.username, "x") if page == "login" else browser.post("/admin/password_change/", form)
        assert time.perf_counter() - began < 1
    finally:
        for _ in filter(None, taken):
            hashing._places.release()
    assert answer.status_code == 429
    assert answer["Retry-After"]
    assert "Many people are logging in" in answer.content.decode()
