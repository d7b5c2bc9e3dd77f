"""`make soak`: people write and pay while processes are killed; then all is counted. Exits 1 if anything is amiss."""

import argparse
import asyncio
import os
import random
import shutil
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tests.brokers.servers import Broker
from tests.soak import away, checks, journal, lists, researchers
from tests.soak.away import Absence
from tests.soak.crowd import Crowd
from tests.soak.lists import Looks, Reader
from tests.soak.money import books
from tests.soak.money.books import Books
from tests.soak.money.buyers import Buyers
from tests.soak.pages import Pages
from tests.soak.researchers import Researchers
from tests.soak.site import installation
from tests.soak.site.grown import Replica
from tests.soak.site.installation import Installation
from tests.soak.site.servers import Servers
from tests.soak.site.twilio import FaultyTwilio

LONGEST_WAIT_SECONDS = 90.0
BACK_SECONDS = 5.0
# A node of RabbitMQ is away for as long as it takes to start.
STAYS_AWAY_SECONDS = {"replica": 6.0}
# A process that found the replica away asks for it again after ten, and one that has begun must measure it twice.
READ_SECONDS = 40.0
console = Console(width=120)


@dataclass(frozen=True, kw_only=True)
class Form:
    """How much is written, to shops of so many lines of catalog; what is killed meanwhile (the first one last), and how
    soon nothing may wait any more.
    """

    messages: int
    conversations: int
    buyers: int
    researchers: int
    tenants: int
    shelf: int
    seconds: float
    workers: int
    web_workers: int
    kills: Sequence[str]
    empty_seconds: float
    back_seconds: float = 30
    is_grown: bool = False


# Nine messages a second: as many as two cores answer while they start killed processes again. With more, buyers give up
# before they are served, and too few books are left to be judged.
FULL = Form(
    messages=2_200, conversations=240, buyers=36, researchers=12, tenants=3, shelf=2_000, seconds=240, workers=2,
    web_workers=2,
    kills=("worker-1", "web", "web child", "worker-2", "valkey", "postgres", "postgres backend", "live", "tulia") * 3,
    empty_seconds=15,
)  # fmt: skip
# Who forks them all is killed in the full form only: it takes as long to import everything as the rest of this one.
SHORT = Form(
    messages=60, conversations=20, buyers=4, researchers=1, tenants=2, shelf=60, seconds=5, workers=2, web_workers=1,
    kills=("postgres", "valkey", "worker-1", "web", "worker-2", "live"), empty_seconds=15,
)  # fmt: skip
# Behind PgBouncer in transaction mode, with quorum queues on three nodes of RabbitMQ, a replica for lists and reports,
# two web and four worker processes. All of them share two cores, so that it takes twice as long: within 240 s the queue
# for the cores was 44 long, and customers gave up waiting.
GROWN_FULL = replace(
    FULL, workers=4, is_grown=True, back_seconds=90, seconds=480,
    kills=(
        *("worker-1", "web child", "worker-4", "valkey", "pgbouncer", "postgres backend", "live", "tulia") * 3,
        *("broker-1", "broker-2", "broker-3") * 2, "replica",
    ),
)  # fmt: skip
# The node that all are connected to is killed here, the others in the full form only: each takes as long to come back.
GROWN_SHORT = replace(
    SHORT, is_grown=True, back_seconds=90,
    kills=("postgres backend", "broker-1", "replica", "worker-1", "pgbouncer", "live"),
)  # fmt: skip
FORMS = {("usual", False): FULL, ("usual", True): SHORT, ("grown", False): GROWN_FULL, ("grown", True): GROWN_SHORT}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--short", action="store_true", help="the form that the test suite runs")
    parser.add_argument("--profile", choices=("usual", "grown"), default="usual", help="what it is held on")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1_000_000))
    parser.add_argument("--slower", type=float, default=1, help="how many times as long all takes, on busy cores")
    parser.add_argument("--keep", action="store_true", help="leave the folder with its logs")
    options = parser.parse_args()
    form = FORMS[options.profile, options.short]
    form = replace(form, seconds=form.seconds * options.slower)
    folder = Path(tempfile.mkdtemp(prefix="tulia-soak-"))
    folder.chmod(0o755)  # PostgreSQL runs as a user of its own when we are root
    size = f"{form.messages:,} messages, {form.buyers} buyers, {len(form.kills)} kills within {form.seconds:.0f} s"
    console.print(f"Soak with --seed {options.seed}: {size}, in {folder}")
    try:
        return soak(form, folder, seed=options.seed)
    finally:
        if not options.keep:
            shutil.rmtree(folder, ignore_errors=True)


def soak(form: Form, folder: Path, *, seed: int) -> int:
    with (
        FaultyTwilio(seed=seed) as twilio,
        installation.running(
            folder, twilio_url=twilio.url, tenants=form.tenants, shelf=form.shelf, workers=form.workers,
            web_workers=form.web_workers, is_grown=form.is_grown,
        ) as tulia,
        Pages(tulia.streams_url, {line.tenant: line.session for line in tulia.lines}) as pages,
        looking(tulia) as reader,
    ):  # fmt: skip
        twilio.know(tulia.lines)
        crowd = Crowd(
            base_url=tulia.base_url, lines=tulia.lines, conversations=form.conversations, messages=form.messages,
            seconds=form.seconds, seed=seed,
        )  # fmt: skip
        buyers = Buyers(
            crowd=crowd, twilio=twilio, provider_url=tulia.provider_url, count=form.buyers, seconds=form.seconds,
            seed=seed,
        )  # fmt: skip
        curious = Researchers(
            crowd=crowd, twilio=twilio, count=form.researchers, seconds=form.seconds, seed=seed
        )  # fmt: skip
        shelves = books.stock(tulia.owner_url)
        last_kill, absences = write_and_kill(crowd, buyers, curious, tulia, form, seed=seed)
        installation.until(pages.are_open, seconds=form.back_seconds, what="each page has its stream again")
        asyncio.run(crowd.write_last())
        emptied = wait_until_empty(tulia, since=max(last_kill, crowd.last_at))
        settled = wait_until_settled(tulia)
        wait_until_empty(tulia, since=time.monotonic())
        looks = seen(tulia, reader, absences)
        ledgers = books.gather(tulia.owner_url, shelves_before=shelves)
        runs = researchers.gather(tulia.owner_url)
        evidence = checks.gather(
            tulia.owner_url, acknowledged=crowd.acknowledged, taken=twilio.taken, lines=tulia.lines
        )
        thin = list(tulia.grown.cluster.thin()) if tulia.grown else []
        ended, deaf = tulia.supervisor.ended_by_themselves, pages.deaf(since=last_kill)
    report(form, crowd, twilio, evidence, tulia.servers, pages, ended=ended, journal_of=journal.read(folder / "log"))
    report_absences(absences, evidence, looks, sweeps=away.swept(folder / "log"))
    report_money(buyers, ledgers, settled)
    console.print(f"Research: {_counted(curious.ends)}; {_by(runs, 'phase')} of {len(runs)} runs")
    console.print(f"Asked back after {', '.join(f'{seconds:.1f}' for seconds in sorted(curious.waits)) or '-'} s")
    for words in curious.last_words:
        console.print(f"Gave up research after: {words}", markup=False)
    return 0 if judged(crowd, form, evidence, ledgers, runs, emptied, tulia.servers, deaf, looks, thin) else 1


@contextmanager
def looking(tulia: Installation) -> Iterator[Reader | None]:
    """Where there is a replica, somebody at lists and reports."""
    with Reader(tulia.base_url, tulia.lines) if tulia.grown else nullcontext() as reader:
        yield reader


def seen(tulia: Installation, reader: Reader | None, absences: Sequence[Absence]) -> Looks | None:
    """What was looked at, once the replica is read again."""
    if tulia.grown is None or reader is None:
        return None
    replica = tulia.grown.replica
    wait_until_read(replica)
    return Looks(
        looks=list(reader.looks), absences=[one for one in absences if one.name == "replica"],
        scans_before=replica.scans_before, scans_after=replica.scans(),
    )  # fmt: skip


def wait_until_read(replica: Replica) -> None:
    """Or until it is clear that nobody reads it, which is told in the end."""
    until = time.monotonic() + READ_SECONDS
    while not replica.scans() and time.monotonic() < until:
        time.sleep(0.5)


def write_and_kill(
    crowd: Crowd, buyers: Buyers, curious: Researchers, tulia: Installation, form: Form, *, seed: int
) -> tuple[float, list[Absence]]:
    """Customers write in this thread, while another one kills; the time after the last restart, and what of a grown
    installation was away when.
    """
    ended: list[float] = []
    absences: list[Absence] = []

    def kill() -> None:
        chance = random.Random(seed)
        last, *others = form.kills
        victims = [*chance.sample(others, len(others)), last]
        slot, started = form.seconds / len(victims), time.monotonic()
        for number, victim in enumerate(victims):
            at = (number + chance.uniform(0.3, 1)) * slot
            time.sleep(max(0.0, started + at - time.monotonic()))
            absences.extend(kill_one(victim, tulia, form))
            ended.append(time.monotonic())

    killer = threading.Thread(target=kill)
    killer.start()
    asyncio.run(write_and_buy(crowd, buyers, curious))
    killer.join()
    assert len(ended) == len(form.kills), "the killer died before its victims"
    installation.until(tulia.is_ready, seconds=form.back_seconds, what="ready again after the last kill")
    return max(ended), absences


async def write_and_buy(crowd: Crowd, buyers: Buyers, curious: Researchers) -> None:
    await asyncio.gather(crowd.write(), buyers.buy(), curious.ask())


def kill_one(victim: str, tulia: Installation, form: Form) -> list[Absence]:
    """Kill it; when it was away, if nobody else has brought it back."""
    if tulia.grown and victim in tulia.grown.servers:
        return [kill_and_start(victim, tulia.grown.servers[victim], tulia, form)]
    match victim:
        case "valkey":
            tulia.servers.kill_valkey()
        case "postgres":
            tulia.servers.kill_postgres()
        case "postgres backend":
            tulia.servers.kill_backend()
        case "web child":
            tulia.supervisor.kill_child("web")
        case name:
            tulia.supervisor.kill(name)
    return []


def kill_and_start(name: str, server: Broker, tulia: Installation, form: Form) -> Absence:
    """The replica once lists are read from it and all is ready: what is refused meanwhile is refused for its sake."""
    if isinstance(server, Replica):
        wait_until_read(server)
        installation.until(tulia.is_ready, seconds=form.back_seconds, what="ready before the replica is killed")
    began = time.time()
    server.kill()
    time.sleep(STAYS_AWAY_SECONDS.get(name, 0.0))
    server.start()
    return Absence(name=name, began=began, ended=time.time())


def wait_until_empty(tulia: Installation, *, since: float) -> dict[str, float]:
    """Seconds since the last restart until nothing waited for an answer, and nothing for being sent."""
    emptied: dict[str, float] = {}
    while len(emptied) < 2 and time.monotonic() - since < LONGEST_WAIT_SECONDS:
        for name, count in zip(("inbox", "outbox"), checks.waiting(tulia.owner_url), strict=True):
            if count:
                emptied.pop(name, None)
            else:
                emptied.setdefault(name, time.monotonic() - since)
        time.sleep(0.1)
    return emptied


def wait_until_settled(tulia: Installation) -> float | None:
    """Seconds until Tulia knew of all the provider's money and had told of it; None when it never did."""
    started = time.monotonic()
    while books.unsettled(tulia.owner_url):
        if time.monotonic() - started > LONGEST_WAIT_SECONDS:
            return None
        time.sleep(0.2)
    return time.monotonic() - started


def report(
    form: Form,
    crowd: Crowd,
    twilio: FaultyTwilio,
    evidence: checks.Evidence,
    servers: Servers,
    pages: Pages,
    *,
    ended: Counter[str],
    journal_of: Counter[str],
) -> None:
    """What happened, in numbers."""
    table = Table(title="What happened", title_justify="left", show_header=False)
    waits = sorted(one.seconds for one in crowd.acknowledged)
    statuses = Counter(row["status"] for row in evidence.outbound)
    table.add_row("killed", _counted(Counter(form.kills)))
    table.add_row("ended by themselves", _counted(ended))
    table.add_row("back after", ", ".join(f"{name} {seconds:.1f} s" for name, seconds in servers.comebacks))
    table.add_row("streams of open pages", _counted(pages.answers))
    table.add_row("messages acknowledged", f"{len(crowd.acknowledged):,} of {crowd.wrote:,}")
    table.add_row("webhook answers", _counted(crowd.answers))
    table.add_row("until acknowledged", f"p50 {waits[len(waits) // 2]:.3f} s, longest {waits[-1]:.1f} s")
    again = sum(turn["attempts"] > 1 for turn in evidence.turns)
    table.add_row("turns committed", f"{len(evidence.turns):,}, run again {again}")
    table.add_row("outbound messages", f"{len(evidence.outbound):,}: {_counted(statuses)}")
    table.add_row("marked ambiguous", str(sum(checks.is_ambiguous(row) for row in evidence.outbound)))
    table.add_row("taken by the loopback Twilio", f"{len(twilio.taken):,}; answered: {_counted(twilio.fates)}")
    table.add_row("log", _counted(journal_of))
    console.print(table)


def report_absences(
    absences: Sequence[Absence], evidence: checks.Evidence, looks: Looks | None, *, sweeps: Sequence[float]
) -> None:
    """What went on while each was away that somebody had to start again."""
    table = Table(title="Meanwhile", title_justify="left", show_header=False)
    for absence in absences:
        table.add_row(f"without {absence.name}", away.account(absence, evidence, sweeps))
    if looks is not None:
        meanwhile = [look for look in looks.looks if any(absence.has(look.at) for absence in looks.absences)]
        longest = max((look.seconds for look in meanwhile), default=0.0)
        table.add_row("lists and reports", _counted(Counter(look.answer for look in looks.looks)))
        answers = _counted(Counter(look.answer for look in meanwhile))
        table.add_row("of these without the replica", f"{answers} (longest {longest:.1f} s)")
        scans = f"{looks.scans_before:,} before it was killed, {looks.scans_after:,} since its return"
        table.add_row("tables read from the replica", scans)
    if absences:
        console.print(table)


def report_money(buyers: Buyers, ledgers: Books, settled: float | None) -> None:
    """What was bought and paid, in numbers."""
    table = Table(title="Money", title_justify="left", show_header=False)
    moved, credited = (sum(row["amount"] for row in rows) for rows in (ledgers.transfers, ledgers.paid))
    table.add_row("buyers", _counted(buyers.ends))
    table.add_row(
        "provider's ledger", f"{len(ledgers.transfers)} receipts, KES {moved:,}: {_by(ledgers.transfers, 'kind')}"
    )
    table.add_row("Tulia's books", f"{len(ledgers.paid)} paid, KES {credited:,}: {_by(ledgers.paid, 'method')}")
    table.add_row("all payments", _by(ledgers.payments, "status"))
    table.add_row("money by itself", _by(ledgers.incoming, "status"))
    table.add_row("orders", _by(ledgers.orders, "status"))
    table.add_row("pieces held or sold", str(sum(row["held"] for row in ledgers.shelves)))
    table.add_row("coupons used", str(len(ledgers.redemptions)))
    table.add_row("books agreed after", "never" if settled is None else f"{settled:.1f} s")
    for words in buyers.last_words:
        table.add_row("gave up", words)
    console.print(table)


def judged(
    crowd: Crowd, form: Form, evidence: checks.Evidence, ledgers: Books, runs: list[checks.Row],
    emptied: dict[str, float], servers: Servers, deaf: list[str], looks: Looks | None, thin: list[str],
) -> bool:  # fmt: skip
    """Print each check with what offends against it; whether all is well."""
    table = Table(title="What must not be", title_justify="left")
    for column in ("check", "found", "for instance"):
        table.add_column(column)
    offences = {name: check(evidence) for name, check in checks.CHECKS.items()}
    offences |= {name: check(ledgers) for name, check in books.CHECKS.items()}
    offences |= {name: check(runs) for name, check in researchers.CHECKS.items()}
    offences |= {name: check(looks) for name, check in lists.CHECKS.items()} if looks else {}
    offences |= {"queues without a member on each node": thin} if form.is_grown else {}
    missing = form.researchers - len(runs)
    offences["research that never began"] = [f"{missing} customers"] * (missing > 0)
    few = len(ledgers.transfers) < form.buyers / 4
    offences["too little money to tell anything"] = [f"{len(ledgers.transfers)} receipts"] * few
    offences["open pages that heard of nothing after the last restart"] = deaf
    offences["never acknowledged"] = ["Twilio gave up"] * (crowd.wrote - len(crowd.acknowledged))
    late = [f"{name} {seconds:.1f} s" for name, seconds in servers.comebacks if seconds > BACK_SECONDS]
    offences[f"servers back later than {BACK_SECONDS:.0f} s after they were killed"] = late
    for name in ("inbox", "outbox"):
        seconds = emptied.get(name)
        is_late = seconds is None or seconds > form.empty_seconds
        said = f"{seconds:.1f} s" if seconds is not None else f"not within {LONGEST_WAIT_SECONDS:.0f} s"
        offences[f"{name} empty later than {form.empty_seconds:.0f} s after the last restart ({said})"] = [
            said
        ] * is_late
    for name, found in offences.items():
        table.add_row(name, f"[red]{len(found)} ✗" if found else "[green]0 ✓", ", ".join(found[:2]))
    console.print(table)
    return not any(offences.values())


def _by(rows: Sequence[books.Row], column: str) -> str:
    return _counted(Counter(str(row[column]) for row in rows))


def _counted(counter: Counter[str]) -> str:
    return ", ".join(f"{count:,} {name}" for name, count in counter.most_common()) or "nothing"


if __name__ == "__main__":
    code = main()
    sys.stdout.flush()
    os._exit(code) if threading.active_count() > 1 and code else sys.exit(code)
