"""Processor time is laid to whoever used it."""

import subprocess
import sys
from collections.abc import Iterator

import psutil
import psycopg
import pytest
from django.conf import settings
from psycopg.conninfo import make_conninfo

from tests import databases
from tests.benchmarks import grown, used

WORK = "SELECT sum(sqrt(n)) FROM generate_series(1, 2000000) AS n"
BURN = "import sys, time\nwhile time.process_time() < 0.5: pass\nprint('done', flush=True)\nsys.stdin.read()"


@pytest.fixture
def burner() -> Iterator[subprocess.Popen[str]]:
    """A child that has used half a second, and waits."""
    process = subprocess.Popen(
        [sys.executable, "-c", BURN, "burning-now"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    process.stdout.readline()
    yield process
    process.communicate()


def test_a_child_is_found_by_its_word(burner: subprocess.Popen[str]) -> None:
    assert used.by_children("burning-now") >= 0.45  # the clock of processes ticks in hundredths
    assert used.by_children("nobody-is-called-so") == 0
    assert used.by_tree(psutil.Process(burner.pid)) >= 0.45


def test_who_ended_or_began_meanwhile_takes_nothing_off() -> None:
    before, after = {1: 5.0, 2: 3.0}, {1: 7.0, 3: 1.0}
    assert used.between(before, after) == pytest.approx(3.0)


def test_a_backend_is_laid_to_its_database_and_to_no_other(django_db_setup: None) -> None:
    owner = settings.DATABASES["owner"]
    url = make_conninfo(dbname="postgres", host=owner["HOST"], user="postgres")
    with databases.as_superuser() as working, psycopg.connect(url) as other:
        pid = working.info.backend_pid
        before = used.of_database(owner["NAME"], superuser_url=url)
        working.execute(WORK)
        after = used.of_database(owner["NAME"], superuser_url=url)
        assert after[pid] - before[pid] > 0.05
        assert pid not in used.of_database("postgres", superuser_url=url)
        assert other.info.backend_pid not in after


def test_customers_who_talk_are_spread_and_nobody_has_their_conversation() -> None:
    numbers = [int(customer.removeprefix("whatsapp:+254")) - 700_000_000 for customer in grown.customers(200, 4)]
    assert numbers == [1, 50, 101, 150]
    with pytest.raises(AssertionError, match="too few customers"):
        grown.customers(3, 6)
