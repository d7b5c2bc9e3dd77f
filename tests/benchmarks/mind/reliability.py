"""Whether the seed's 0.70 and 0.50 mean what they say: of the intents heard so surely, how many are right."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from journeys.local import intent
from tests.benchmarks.mind import rows
from tests.benchmarks.mind.intents import OF_BITEXT, OF_CLINC
from tests.benchmarks.table import Figure

MOST = 1_500
ONE_JOURNEY = ({"sales_discovery", "product_question"},)
"""Intents that one journey serves: to take one for the other costs nobody anything."""
Heard = tuple[float, bool]
"""How sure the classifier was, and whether it was right."""
RANGES = ((0.9, 1.01), (0.8, 0.9), (0.7, 0.8), (0.6, 0.7), (0.5, 0.6))
SURE, LIKELY = 0.7, 0.5


def measure() -> list[Figure]:
    """A row a range of confidence; strangers' messages with labels that are our intents in other words."""
    sets = (("Bitext", "bitext_support/bitext.csv", OF_BITEXT), ("CLINC150", "clinc150/train.csv", OF_CLINC))
    return [figure for what, name, ours in sets for figure in _reliable(what, _heard(name, ours))]


def _heard(name: str, ours: Mapping[str, str]) -> list[Heard]:
    known = [(ours[row["intent"]], row["text"]) for row in rows.of_csv(name) if row["intent"] in ours]
    drawn = Random(1).sample(known, k=min(MOST, len(known)))
    return [
        (guess.confidence, _is_right(guess.label, label)) for label, text in drawn if (guess := intent.classify(text))
    ]


def _is_right(heard: str, label: str) -> bool:
    return heard == label or any({heard, label} <= intents for intents in ONE_JOURNEY)


def _reliable(what: str, heard: Sequence[Heard]) -> Iterator[Figure]:
    if not heard:
        return
    routed = [is_right for sure, is_right in heard if sure >= SURE]
    asked = [is_right for sure, is_right in heard if LIKELY <= sure < SURE]
    if routed and asked:
        yield Figure(
            what=f"local mind: right when an intent is sure (0.70), {what}", bar=f"≥ {SURE:.0%}",
            is_met=sum(routed) >= SURE * len(routed), measured=rows.share(routed),
            method=f"{len(routed):,} of {len(heard):,}; likely (0.50-0.70): {rows.share(asked)} of {len(asked)}",
        )  # fmt: skip
    told = [
        f"{low:.2f}-{min(high, 1):.2f}: {sum(right) / len(right):.0%} of {len(right)}"
        for low, high in RANGES
        if (right := [is_right for sure, is_right in heard if low <= sure < high])
    ]
    yield Figure(
        what=f"local mind: reliability of an intent's confidence, {what}", measured="\n".join(told),
        method=f"right of those so sure; expected calibration error {_error(heard):.3f}",
    )  # fmt: skip


def _error(heard: Sequence[Heard]) -> float:
    """The distance of how sure it was from how often it was right, over ranges, by how many are in each."""
    found = 0.0
    for low, high in RANGES:
        within = [each for each in heard if low <= each[0] < high]
        if within:
            sure = sum(each[0] for each in within) / len(within)
            found += abs(sure - sum(each[1] for each in within) / len(within)) * len(within)
    return found / max(sum(each[0] >= LIKELY for each in heard), 1)
