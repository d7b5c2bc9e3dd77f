"""What the tests of this folder need beside the project's own lock; CI must have it."""

import importlib.util
import os
import shutil

import pytest


def needed(module: str) -> None:
    """Leave the test module out where this is not installed; fail in CI."""
    if importlib.util.find_spec(module) is None:
        _leave_out(f"{module} of tests/deploy/requirements.lock")


def needed_program(name: str) -> str:
    """Its path; the test module is left out where it is missing, and fails in CI."""
    return shutil.which(name) or _leave_out(f"the program {name}")


def _leave_out(what: str) -> str:
    if os.environ.get("CI") == "true":
        raise RuntimeError(f"CI must have {what}")
    pytest.skip(f"{what} is missing", allow_module_level=True)
