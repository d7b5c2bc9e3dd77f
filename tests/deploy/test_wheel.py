"""The wheel, installed where there is no clone: its commands are there, and so is all that they read."""

import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest
from django.core.management import get_commands

from config import command_line
from config.version import VERSION
from tests.deploy.needed import needed
from tests.depth import thorough
from tests.here import OWN, ROOT

pytestmark = thorough

ROOMS = ("config", "conversations", "journeys", "knowledge", "tenants", "tools")
needed("hatchling")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    building = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(building, cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def tulia(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command in an environment of its own; what it depends on is lent by ours."""
    folder = tmp_path_factory.mktemp("installed")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    python = folder / "bin" / "python"
    site = Path(sysconfig.get_path("purelib", vars={"base": str(folder), "platbase": str(folder)}))
    (site / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")
    installing = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-deps", str(wheel)]
    subprocess.run([*installing, "--disable-pip-version-check"], check=True, capture_output=True)
    return folder / "bin" / "tulia"


def ask(tulia: Path, folder: Path, *words: str, **environ: str) -> subprocess.CompletedProcess[str]:
    inherited = {name: value for name, value in os.environ.items() if not name.startswith((*OWN, "PYTHON"))}
    return subprocess.run(
        [str(tulia), *words],
        cwd=folder,
        env=inherited | environ,
        check=False,
        capture_output=True,
        text=True,
        timeout=120,
    )


def test_it_holds_every_file_of_the_packages_and_no_other(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        names = {name for name in packed.namelist() if ".dist-info/" not in name}
    tracked = subprocess.run(["git", "ls-files", *ROOMS], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    assert set(tracked.split("\n")) - {""} - names == set()
    assert {name.partition("/")[0] for name in names} == set(ROOMS)
    assert wheel.name.startswith(f"tulia-{VERSION}-")


def test_it_says_what_it_can_do_without_a_clone(tulia: Path, tmp_path: Path) -> None:
    assert ask(tulia, tmp_path, "version").stdout.strip() == VERSION
    told = ask(tulia, tmp_path, "--help").stdout
    assert {"run", "worker", "doctor", "migrate"} <= {line.split()[1] for line in told.splitlines() if "tulia " in line}
    assert all(queue in told for queue in ("turns", "sending", "library"))
    wrong = ask(tulia, tmp_path, "worker", "turns,everything")
    assert (wrong.returncode, "the queues are turns, sending" in wrong.stderr) == (2, True)


def test_its_doctor_looks_at_an_installation_from_anywhere(tulia: Path, tmp_path: Path) -> None:
    """The suite's database stands in for the operator's; nothing else runs."""
    given = {name: os.environ[name] for name in os.environ if name.startswith(OWN) and name != "DJANGO_SETTINGS_MODULE"}
    given |= {"TULIA_DATA_DIR": str(tmp_path), "CELERY_BROKER_URL": "redis://127.0.0.1:1/0"}
    done = ask(tulia, tmp_path, "doctor", **given)
    assert done.returncode == 1, done.stderr
    assert "✓ roles and wall" in done.stdout
    assert "✗ broker" in done.stdout
    assert str(ROOT) not in done.stdout + done.stderr


def test_a_command_may_be_written_with_dashes(tulia: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[list[str]] = []
    monkeypatch.setattr(command_line, "manage", said.append)
    monkeypatch.setattr(sys, "argv", ["tulia", "import-catalog", "duka", "goods.csv"])
    command_line.main()
    assert said == [["import_catalog", "duka", "goods.csv"]]
    assert said[0][0] in get_commands()
