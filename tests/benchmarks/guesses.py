"""People who guess passwords, from a process of their own: each guess from another address and for another name."""

import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from http.client import HTTPConnection
from ipaddress import IPv4Address
from itertools import count

from tests.here import ROOT

GUESSERS = 24
# After a refusal; it asks for three seconds, which a guesser need not heed.
PAUSE_SECONDS = 0.5
FIRST = IPv4Address("127.1.0.0")
TOKEN = "x" * 32
HEADERS = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": f"csrftoken={TOKEN}"}


class Answers:
    """How the guesses were answered, once they are over."""

    told = ""

    def __str__(self) -> str:
        return self.told


@contextmanager
def going_on(port: int) -> Iterator[Answers]:
    """Guesses from before the block until after it."""
    answers = Answers()
    arguments = [sys.executable, "-m", "tests.benchmarks.guesses", str(port)]
    with subprocess.Popen(arguments, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as guessing:
        time.sleep(1)
        try:
            yield answers
        finally:
            answers.told = guessing.communicate("\n")[0].strip()


def guess_until_told(port: int) -> str:
    """Until a line comes on stdin; how many answers of each status there were, and the slowest refusal."""
    statuses: Counter[int] = Counter()
    refusals: list[float] = []
    numbers, over = count(1), threading.Event()

    def guess() -> None:
        while not over.is_set():
            number = next(numbers)
            # Every address of 127.0.0.0/8 is this machine's own.
            line = HTTPConnection("127.0.0.1", port, source_address=(str(FIRST + number), 0), timeout=60)
            body = f"username=name-{number}&password=guess&csrfmiddlewaretoken={TOKEN}"
            began = time.perf_counter()
            line.request("POST", "/admin/login/", body, HEADERS)
            status = line.getresponse().status
            line.close()
            statuses[status] += 1
            if status == HTTPStatus.TOO_MANY_REQUESTS:
                refusals.append((time.perf_counter() - began) * 1000)
                time.sleep(PAUSE_SECONDS)

    threads = [threading.Thread(target=guess) for _ in range(GUESSERS)]
    for thread in threads:
        thread.start()
    sys.stdin.readline()
    over.set()
    for thread in threads:
        thread.join()
    refusals.sort()
    typical = refusals[len(refusals) // 2] if refusals else 0
    return f"guesses answered {dict(statuses)}, refusals in {typical:.0f} ms (median)"


if __name__ == "__main__":
    sys.stdout.write(guess_until_told(int(sys.argv[1])))
