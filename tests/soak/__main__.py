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
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tests.soak import checks, journal, researchers
from tests.soak.crowd import Crowd
from tests.soak.money import books
from tests.soak.money.books import Books
from tests.soak.money.buyers import Buyers
from tests.soak.pages import Pages
from tests.soak.researchers import Researchers
from tests.soak.site import installation
from tests.soak.site.installation import Installation
from tests.soak.site.servers import Servers
from tests.soak.site.twilio import FaultyTwilio

LONGEST_WAIT_SECONDS = 90.0
BACK_SECONDS = 5.0
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
# Behind PgBouncer in transaction mode, with quorum queues of RabbitMQ, two web and four worker processes.
GROWN_FULL = replace(
    FULL, workers=4, is_grown=True, back_seconds=90,
    kills=(
        "worker-1", "web child", "worker-4", "valkey", "broker", "pgbouncer", "postgres backend", "live", "tulia",
    ) * 3,
)  # fmt: skip
GROWN_SHORT = replace(
    SHORT, is_grown=True, back_seconds=90, kills=("postgres backend", "broker", "worker-1", "pgbouncer", "live")
)
FORMS = {("usual", False): FULL, ("usual", True): SHORT, ("grown", False): GROWN_FULL, ("grown", True): GROWN_SHORT}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--short", action="store_true", help="the form that the test suite runs")
    parser.add_argument("--profile", choices=("usual", "grown"), default="usual", help="what it is held on")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1_000_000))
    parser.add_argument("--keep", action="store_true", help="leave the folder with its logs")
    options = parser.parse_args()
    form = FORMS[options.profile, options.short]
    folder = Path(tempfile.mkdtemp(prefix="tulia-soak-"))
    folder.chmod(0o755)  # PostgreSQL runs as a user of its own when we are root
    size = f"{form.messages:,} messages, {form.buyers} buyers, {len(form.kills)} kills"
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
        last_kill = write_and_kill(crowd, buyers, curious, tulia, form, seed=seed)
        installation.until(pages.are_open, seconds=form.back_seconds, what="each page has its stream again")
        asyncio.run(crowd.write_last())
        emptied = wait_until_empty(tulia, since=max(last_kill, crowd.last_at))
        settled = wait_until_settled(tulia)
        wait_until_empty(tulia, since=time.monotonic())
        ledgers = books.gather(tulia.owner_url, shelves_before=shelves)
        runs = researchers.gather(tulia.owner_url)
        evidence = checks.gather(
            tulia.owner_url, acknowledged=crowd.acknowledged, taken=twilio.taken, lines=tulia.lines
        )
        ended, deaf = tulia.supervisor.ended_by_themselves, pages.deaf(since=last_kill)
    report(form, crowd, twilio, evidence, tulia.servers, pages, ended=ended, journal_of=journal.read(folder / "log"))
    report_money(buyers, ledgers, settled)
    console.print(f"Research: {_counted(curious.ends)}; {_by(runs, 'phase')} of {len(runs)} runs")
    console.print(f"Asked back after {', '.join(f'{seconds:.1f}' for seconds in sorted(curious.waits)) or '-'} s")
    for words in curious.last_words:
        console.print(f"Gave up research after: {words}", markup=False)
    return 0 if judged(crowd, form, evidence, ledgers, runs, emptied, tulia.servers, deaf) else 1


def write_and_kill(
    crowd: Crowd, buyers: Buyers, curious: Researchers, tulia: Installation, form: Form, *, seed: int
) -> float:
    """Customers write in this thread, while another one kills; the time after the last restart."""
    ended: list[float] = []

    def kill() -> None:
        chance = random.Random(seed)
        last, *others = form.kills
        victims = [*chance.sample(others, len(others)), last]
        slot, started = form.seconds / len(victims), time.monotonic()
        for number, victim in enumerate(victims):
            at = (number + chance.uniform(0.3, 1)) * slot
            time.sleep(max(0.0, started + at - time.monotonic()))
            kill_one(victim, tulia)
            ended.append(time.monotonic())

    killer = threading.Thread(target=kill)
    killer.start()
    asyncio.run(write_and_buy(crowd, buyers, curious))
    killer.join()
    assert len(ended) == len(form.kills), "the killer died before its victims"
    installation.until(tulia.is_ready, seconds=form.back_seconds, what="ready again after the last kill")
    return max(ended)


async def write_and_buy(crowd: Crowd, buyers: Buyers, curious: Researchers) -> None:
    await asyncio.gather(crowd.write(), buyers.buy(), curious.ask())


def kill_one(victim: str, tulia: Installation) -> None:
    match victim:
        case "valkey":
            tulia.servers.kill_valkey()
        case "postgres":
            tulia.servers.kill_postgres()
        case "pgbouncer" | "broker" as name:
            server = getattr(tulia, name)
            server.kill()
            server.start()
        case "postgres backend":
            tulia.servers.kill_backend()
        case "web child":
            tulia.supervisor.kill_child("web")
        case name:
            tulia.supervisor.kill(name)


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
    emptied: dict[str, float], servers: Servers,
    deaf: list[str],
) -> bool:  # fmt: skip
    """Print each check with what offends against it; whether all is well."""
    table = Table(title="What must not be", title_justify="left")
    for column in ("check", "found", "for instance"):
        table.add_column(column)
    offences = {name: check(evidence) for name, check in checks.CHECKS.items()}
    offences |= {name: check(ledgers) for name, check in books.CHECKS.items()}
    offences |= {name: check(runs) for name, check in researchers.CHECKS.items()}
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
