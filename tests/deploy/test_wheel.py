"""The wheel, installed where there is no clone: its commands are there, and so is all that they read."""

import os
import signal
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest
from django.core.management import get_commands

from config import command_line
from config.embedded.postgres import EmbeddedPostgres
from config.version import VERSION
from tests import databases, demo
from tests.browser import live
from tests.deploy.needed import needed
from tests.depth import thorough
from tests.here import OWN, ROOT, free_port

pytestmark = thorough

ROOMS = ("config", "conversations", "journeys", "knowledge", "tenants", "tools")
IMPORTED = """
SELECT title, price, stock FROM catalog_variant v JOIN catalog_product p ON p.id = product_id WHERE sku = 'W-1'
"""
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


def ours(**environ: str) -> dict[str, str]:
    """What an operator's shell has, and these."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith((*OWN, "PYTHON"))}
    return inherited | environ


def ask(tulia: Path, folder: Path, *words: str, **environ: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(tulia), *words],
        cwd=folder,
        env=ours(**environ),
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


def test_it_runs_takes_a_catalog_and_stops(tulia: Path, tmp_path: Path) -> None:
    """On a database that has been started before, as `demo.lay` leaves it: the same migrations count as done."""
    data, goods, port = tmp_path / "data", tmp_path / "goods.csv", free_port()
    demo.lay(data)
    server = EmbeddedPostgres(data / "postgres")
    goods.write_text("sku,product,title,price,currency,stock\nW-1,wheelbarrow,Wheelbarrow,4500,KES,3\n")
    settings = {
        "PORT": str(port), "TULIA_STREAMS_PORT": str(free_port()), "TULIA_DATA_DIR": str(data),
        "TULIA_EMBEDDING_MODEL": "local", "TULIA_WORKER_PROCESSES": "1",
    }  # fmt: skip
    with (data / "run.log").open("wb") as log:
        running = subprocess.Popen(
            [str(tulia), "run"], cwd=tmp_path, env=ours(**settings), stdout=log, stderr=log, start_new_session=True
        )
    try:
        live.wait_until_ready(f"http://127.0.0.1:{port}", running, data)
        imported = ask(tulia, tmp_path, "import-catalog", "duka", str(goods), **settings)
        server.start()  # which joins it, until we stop
        with server._as_superuser(databases.INSTALLED) as connection:
            found = connection.execute(IMPORTED).fetchall()
        server.stop()
    finally:
        live.stop(running, signal.SIGTERM)
    assert imported.returncode == 0, imported.stderr
    assert found == [("Wheelbarrow", 4500, 3)]
    assert running.returncode == 0
    assert "Migrating" not in (data / "run.log").read_text()
    assert not server.is_running()
