"""How well the local mind judges texts of strangers, where such texts lie beside the repository."""

import csv
from collections import Counter
from pathlib import Path

from journeys.local import governor, language
from tests.benchmarks.table import Figure
from tests.browser.live import ROOT

SETS = ROOT.parent / "shared" / "data"
CLEAR = 0.75


def measure(folder: Path) -> list[Figure]:
    return [*_language(), *_false_abuse(), *_spam()]


def _rows(name: str) -> list[dict[str, str]]:
    path = SETS / name
    if not path.exists():
        return []
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def _language() -> list[Figure]:
    rows = _rows("kenya_lid/sample.csv")
    if not rows:
        return []
    names = {"en": "en", "sw": "sw", "swa": "sw", "eng": "en", "sheng": "sheng"}
    right, wrong, unclear = Counter(), Counter(), Counter()
    for row in rows:
        truth, found = names.get(row["lang"], row["lang"]), language.detect(row["text"])
        kind = unclear if found.confidence < CLEAR else right if found.label == truth else wrong
        kind[truth] += 1
    said = ", ".join(
        f"{name} {right[name] / (right[name] + wrong[name] + unclear[name]):.0%} right, "
        f"{wrong[name] / (right[name] + wrong[name] + unclear[name]):.1%} wrong"
        for name in sorted(right + wrong + unclear)
    )
    method = f"{len(rows):,} Kenyan sentences; the rest was below the confidence ({CLEAR}) at which it switches"
    return [Figure(what="local mind: language", measured=said, method=method)]


def _false_abuse() -> list[Figure]:
    rows = [row for row in _rows("tweeteval_abuse/offensive_val.csv") if row["label"] == "not"]
    if not rows:
        return []
    false = sum(governor.classify(row["text"]).label == "abuse" for row in rows)
    method = f"{len(rows):,} tweets that people judged inoffensive"
    return [Figure(what="local mind: false abuse", measured=f"{false / len(rows):.1%}", method=method)]


def _spam() -> list[Figure]:
    rows = _rows("sms_spam_en/half.csv")
    if not rows:
        return []
    judged = Counter((row["label"], governor.classify(row["text"]).label == "spam") for row in rows)
    spam, ham = judged["spam", True] + judged["spam", False], judged["ham", True] + judged["ham", False]
    said = f"finds {judged['spam', True] / spam:.0%}, false {judged['ham', True] / ham:.1%}"
    return [Figure(what="local mind: spam", measured=said, method=f"{spam:,} English spam SMS, {ham:,} others")]
