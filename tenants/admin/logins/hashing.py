"""Passwords are hashed by one thread of a process, and few may wait for it: guessing must not take the processor."""

import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from typing import Any, Final

from django.contrib.auth.hashers import PBKDF2PasswordHasher

from tenants.admin.logins.refused import LoginRefused

# How many may be under way in a process: one is hashed, the others wait for a second or two.
AT_ONCE: Final = 3
NICENESS: Final = 10
_places = threading.BoundedSemaphore(AT_ONCE)


class OverBudget(LoginRefused):
    """So many passwords wait to be hashed that this one is not taken."""

    title = "Many people are logging in at this moment."
    words = "Nothing was lost. Go back, wait a few seconds, and try again."
    retry_after_seconds = 3


class BudgetedHasher(PBKDF2PasswordHasher):
    """Django's own hashing; whatever hashes a password comes through here, known or unknown name, right or wrong."""

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        return _within_budget(super().encode, password, salt, iterations)


def refuse_if_full() -> None:
    """Raise OverBudget at once, before anything else is done for somebody whose turn it will not be."""
    if not _places.acquire(blocking=False):
        raise OverBudget
    _places.release()


def _within_budget(encode: Callable[..., str], *args: Any) -> str:
    if not _places.acquire(blocking=False):
        raise OverBudget
    try:
        return _thread().submit(encode, *args).result()
    finally:
        _places.release()


@cache
def _thread() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix="password", initializer=_be_nice)


def _be_nice() -> None:
    """Let the threads that answer webhooks go first, where the system knows niceness of threads."""
    with suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
