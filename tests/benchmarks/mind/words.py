"""How many of the Swahili words that customers use the lexicon knows."""

import re

from journeys.local import vocabulary
from tests.benchmarks.mind import rows
from tests.benchmarks.table import Figure

WORD = re.compile(r"[^\W\d_]{3,}")


def measure() -> list[Figure]:
    texts = [row["text"] for row in rows.of_csv("injongo_sw/exemplars.csv")]
    if not texts:
        return []
    # A capital inside a sentence makes a name.
    known = [
        vocabulary.is_known(match.group())
        for text in texts
        for match in WORD.finditer(text)
        if not (match.start() and match.group()[0].isupper())
    ]
    return [
        Figure(
            what="local mind: customers' Swahili words that are known", bar="≥ 90 %",
            is_met=sum(known) / len(known) >= 0.9, measured=rows.share(known),
            method=f"{len(known):,} words of {len(texts)} commands to assistants, names left out",
        )
    ]  # fmt: skip
