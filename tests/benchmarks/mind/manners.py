"""Spam, scams and abuse: what is found, and what of honest messages is taken for it."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from math import log

from journeys.local import governor
from tests.benchmarks.mind import rows
from tests.benchmarks.table import Figure
from tests.here import ROOT

FOLDS = 5
OF_OURS = ROOT / "tests" / "journeys" / "local" / "scams.toml"


def measure() -> list[Figure]:
    return [*_spam(), *_scams(), *_abuse()]


def is_spam(text: str) -> bool:
    return governor.classify(text).label == "spam"


def _figures(
    what: str, spam: Sequence[str], ham: Sequence[str], bars: tuple[float, float], method: str
) -> Iterator[Figure]:
    caught, false = [is_spam(text) for text in spam], [is_spam(text) for text in ham]
    yield Figure(
        what=f"local mind: {what} caught", bar=f"≥ {bars[0]:.0%}", is_met=sum(caught) / len(caught) >= bars[0],
        measured=rows.share(caught), method=f"{len(caught):,} messages; {method}",
    )  # fmt: skip
    yield Figure(
        what=f"local mind: {what}, honest ones flagged", bar=f"≤ {bars[1]:.1%}",
        is_met=sum(false) / len(false) <= bars[1], measured=rows.share(false), method=f"{len(false):,} messages",
    )  # fmt: skip


def _spam() -> Iterator[Figure]:
    sets = (
        ("English spam", "sms_spam_en/half.csv", "spam", (0.94, 0.002)),
        ("Tanzanian scams", "sms_scam_sw/half.csv", "scam", (0.75, 0.03)),
    )
    for what, name, label, bars in sets:
        if found := rows.of_csv(name):
            spam = [row["text"] for row in found if row["label"] == label]
            ham = [row["text"] for row in found if row["label"] != label]
            yield from _figures(what, spam, ham, bars, _baseline(spam, ham, bars[1]))


def _scams() -> Iterator[Figure]:
    for half, texts in tomllib.loads(OF_OURS.read_text()).items():
        yield from _figures(f"Kenyan scams ({half})", texts["scam"], texts["honest"], (0.75, 0.03), "our own words")


def _abuse() -> Iterator[Figure]:
    inoffensive = [row["text"] for row in rows.of_csv("tweeteval_abuse/offensive_val.csv") if row["label"] == "not"]
    if inoffensive:
        false = [governor.classify(text).label == "abuse" for text in inoffensive]
        method = f"{len(false):,} tweets that people judged inoffensive"
        yield Figure(what="local mind: false abuse", measured=rows.share(false), method=method)


def _baseline(spam: Sequence[str], ham: Sequence[str], false: float) -> str:
    """Naive Bayes on words, cross-validated, at as many false alarms."""
    scored = [score for fold in range(FOLDS) for score in _fold(spam, ham, fold)]
    honest = sorted((score for score, is_bad in scored if not is_bad), reverse=True)
    cut = honest[int(false * len(honest))]
    bad = [score for score, is_bad in scored if is_bad]
    return f"naive Bayes in {FOLDS} folds {sum(score > cut for score in bad) / len(bad):.0%}"


def _fold(spam: Sequence[str], ham: Sequence[str], fold: int) -> Iterator[tuple[float, bool]]:
    counts: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
    for is_bad, texts in ((True, spam), (False, ham)):
        counts[is_bad].update(word for at, text in enumerate(texts) if at % FOLDS != fold for word in _words(text))
    known = len(counts[True] | counts[False])
    totals = {is_bad: sum(counted.values()) + known for is_bad, counted in counts.items()}
    for is_bad, texts in ((True, spam), (False, ham)):
        for text in texts[fold::FOLDS]:
            yield (
                sum(
                    log((counts[True][word] + 1) / totals[True]) - log((counts[False][word] + 1) / totals[False])
                    for word in _words(text)
                ),
                is_bad,
            )


def _words(text: str) -> list[str]:
    return re.findall(r"\w+|[£$!]", re.sub(r"\d", "0", text.lower()))
