"""What an installation needs of requirements.lock: the project's own dependencies and theirs, no tools of tests.

`python -m deploy.runtime_lock` writes deploy/requirements.lock, from which the image is built, and beside it
deploy/requirements-embedded.lock, what an installation without servers of its own needs besides.
"""

import re
import tomllib
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
LOCK = ROOT / "deploy" / "requirements.lock"
EMBEDDED_LOCK = ROOT / "deploy" / "requirements-embedded.lock"
HEAD = "# Made of requirements.lock by `python -m deploy.runtime_lock`.\n"
# What only an older Python needs is listed with its condition, whichever this is run by.
OLDEST = {"python_version": "3.11", "python_full_version": "3.11.0"}
ENTRY = re.compile(r"^(?P<name>[A-Za-z0-9_.-]+)==[^\n]*(?:\n    --hash=[^\n]*)*\n?", re.MULTILINE)


def text() -> str:
    return _pinned(names())


def embedded_text() -> str:
    return _pinned(names("embedded") - names())


def _pinned(needed: set[str]) -> str:
    """Every entry of these names; one for each kind of Python, where they differ."""
    entries: dict[str, list[str]] = {}
    for found in ENTRY.finditer(_everything()):
        entries.setdefault(canonicalize_name(found["name"]), []).append(found[0].rstrip() + "\n")
    if missing := needed - set(entries):
        raise LookupError(f"requirements.lock does not pin {', '.join(sorted(missing))}")
    return HEAD + "".join(entry for name in sorted(needed) for entry in entries[name])


def names(*extras: str) -> set[str]:
    """Canonical names of all that the project needs with these extras, directly or not, on this kind of machine."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    asked = [project["dependencies"], *(project["optional-dependencies"][extra] for extra in extras)]
    waiting = [Requirement(line) for lines in asked for line in lines]
    found: dict[str, set[str]] = {}
    while waiting:
        wanted = waiting.pop()
        name = canonicalize_name(wanted.name)
        seen = found.setdefault(name, set())
        new = wanted.extras - seen
        if seen and not new:
            continue
        seen |= new | {""}
        waiting += [one for one in _requirements(name) if _applies(one, new)]
    return set(found)


def _requirements(name: str) -> list[Requirement]:
    try:
        return [Requirement(line) for line in distribution(name).requires or []]
    except PackageNotFoundError:  # this Python does without it
        return []


def _applies(requirement: Requirement, extras: set[str]) -> bool:
    asked = [python | {"extra": extra} for python in ({}, OLDEST) for extra in ("", *extras)]
    return requirement.marker is None or any(map(requirement.marker.evaluate, asked))


def is_for_this_python(entry: str) -> bool:
    marker = Requirement(entry.partition("\\")[0]).marker
    return marker is None or marker.evaluate()


def _everything() -> str:
    return (ROOT / "requirements.lock").read_text()


if __name__ == "__main__":
    LOCK.write_text(text())
    EMBEDDED_LOCK.write_text(embedded_text())
