"""The library's intake: pages a second and memory for a PDF of a thousand pages, and what follows its reading."""

import json
import resource
import subprocess
import sys
import time
from io import BytesIO
from pathlib import Path
from typing import Any

from tests.benchmarks.table import Figure

PAGES, BAR_RATE = 1_000, 100
_LINES, _LETTERS = 38, 85
_BOTH = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
WORDS = """
    router light cable signal fibre customer package speed network device guest room breakfast payment
    delivery return warranty switch restart technician address number month hour answer question the of and is
    to in a for
""".split()  # noqa: SIM905  a text is what it is


def measure(folder: Path) -> list[Figure]:
    return figures()


def figures() -> list[Figure]:
    """Read in a process of its own, as every upload is; cut and embedded in another, so that its memory is its own."""
    took = _measured()
    rate = PAGES / took["processor"]
    return [
        Figure(
            what="library: taking in a text PDF, on one core",
            bar=f"≥ {BAR_RATE} pages a second",
            measured=f"{rate:,.0f} pages a second",
            is_met=rate >= BAR_RATE,
            method="the three steps below together: by the processor's time of both processes, not the clock's",
        ),
        Figure(
            what=f"library: reading a PDF of {PAGES:,} pages",
            measured=f"{PAGES / took['read']:,.0f} pages a second, {took['child_mb']:.0f} MB at most",
            method=f"{took['file_mb']:.1f} MB, {took['characters']:,} letters; with the start of the reading process",
        ),
        Figure(
            what="library: cutting it into passages",
            measured=f"{PAGES / took['chunk']:,.0f} pages a second",
            method=f"{took['passages']:,} passages of at most 600 tokens, with keywords and fingerprints",
        ),
        Figure(
            what="library: embedding them, local",
            measured=f"{took['passages'] / took['embed']:,.0f} passages a second",
            method=f"in one process; the whole of it, reading apart, at {took['own_mb']:.0f} MB at most",
        ),
    ]


def made(pages: int = PAGES) -> bytes:
    """Text pages with a heading every third page."""
    from reportlab.pdfgen.canvas import Canvas  # noqa: PLC0415  only tests have it

    out = BytesIO()
    canvas = Canvas(out, pageCompression=1, invariant=1)
    for page in range(pages):
        if page % 3 == 0:
            canvas.setFont("Helvetica-Bold", 18)
            canvas.drawString(50, 800, f"Chapter {page // 3 + 1} about {WORDS[page % 20]} and {WORDS[page % 7]}")
        canvas.setFont("Helvetica", 10)
        for line in range(_LINES):
            said = " ".join(WORDS[(page * 31 + line * 7 + at * (1 + page % 5)) % len(WORDS)] for at in range(16))
            canvas.drawString(50, 770 - line * 18, said[:_LETTERS])
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def _measured() -> dict[str, Any]:
    done = subprocess.run([sys.executable, "-m", __name__], check=True, capture_output=True, text=True)
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def _main() -> None:
    from knowledge.chunk import chunk, embedded_text  # noqa: PLC0415  in the measured process only
    from knowledge.embed.local import embed_local  # noqa: PLC0415
    from knowledge.load.apart import load_apart  # noqa: PLC0415

    content = made()
    took: dict[str, Any] = {"file_mb": len(content) / 1e6}
    at, began = time.perf_counter(), _processor_seconds()
    loaded = load_apart(content, "large.pdf")
    took["read"], at = time.perf_counter() - at, time.perf_counter()
    passages = chunk(loaded).passages
    took["chunk"], at = time.perf_counter() - at, time.perf_counter()
    embed_local([embedded_text("Large", passage.section, passage.text) for passage in passages])
    took["embed"], took["processor"] = time.perf_counter() - at, _processor_seconds() - began
    took["characters"], took["passages"] = len(loaded.text), len(passages)
    took["child_mb"] = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    took["own_mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    sys.stdout.write(json.dumps(took))


def _processor_seconds() -> float:
    """Of this process and of those that it has waited for."""
    return sum(used.ru_utime + used.ru_stime for used in map(resource.getrusage, _BOTH))


if __name__ == "__main__":
    _main()
