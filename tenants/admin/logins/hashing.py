"""Passwords are hashed by one process at a time, and few may wait for it: guessing must not take the processor.

A thread that gives way would not do: between two hashes it holds the lock of all Python, and whoever answers a webhook
would wait until it is given the processor again.
"""

import base64
import json
import subprocess
import sys
import threading
from pathlib import Path
from typing import Final

from django.contrib.auth.hashers import PBKDF2PasswordHasher

from tenants import priority
from tenants.admin.logins.refused import LoginRefused

# How many may be under way in a process: one is hashed, the others wait for a second or two.
AT_ONCE: Final = 3
# A third of a second where nothing else wants the processor; who waits longer is asked to come again.
LONGEST_SECONDS: Final = 20.0
PROGRAM: Final = Path(__file__).with_name("hash_apart.py")
_places = threading.BoundedSemaphore(AT_ONCE)
_turn = threading.Lock()


class OverBudget(LoginRefused):
    """So many passwords wait to be hashed that this one is not taken."""

    title = "Many people are logging in at this moment."
    words = "Nothing was lost. Go back, wait a few seconds, and try again."
    retry_after_seconds = 3


class BudgetedHasher(PBKDF2PasswordHasher):
    """Django's own hashing; whatever hashes a password comes through here, known or unknown name, right or wrong."""

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        self._check_encode_args(password, salt)  # type: ignore[attr-defined]  # the stubs do not have it
        rounds = iterations or self.iterations
        key = _hashed(password, salt, rounds, self.digest().name)
        return f"{self.algorithm}${rounds}${salt}${base64.b64encode(key).decode()}"


def refuse_if_full() -> None:
    """Raise OverBudget at once, before anything else is done for somebody whose turn it will not be."""
    if not _places.acquire(blocking=False):
        raise OverBudget
    _places.release()


def _hashed(password: str, salt: str, iterations: int, digest: str) -> bytes:
    """PBKDF2's key; raises OverBudget when it is not this one's turn, or the processor is wanted elsewhere for long."""
    asked = json.dumps({"password": password, "salt": salt, "iterations": iterations, "digest": digest})
    if not _places.acquire(blocking=False):
        raise OverBudget
    try:
        with _turn:
            done = subprocess.run(  # noqa: S603  our own words
                [sys.executable, "-I", "-S", str(PROGRAM), str(priority.BACKGROUND)],
                input=asked, capture_output=True, text=True, check=True, timeout=LONGEST_SECONDS,
                start_new_session=True,
            )  # fmt: skip
    except subprocess.TimeoutExpired as error:
        raise OverBudget from error
    finally:
        _places.release()
    return bytes.fromhex(done.stdout)
