"""How well the local mind judges texts of strangers, where such texts lie beside the repository."""

import csv
from collections import Counter
from pathlib import Path

from journeys.local import governor, language
from tests.attacks.lying_model import measure as lying_model
from tests.benchmarks.table import Figure
from tests.browser.live import ROOT

SETS = ROOT.parent / "shared" / "data"
CLEAR = 0.75


def measure(folder: Path) -> list[Figure]:
    return [*_language(), *_false_abuse(), *_spam(), *_check()]


def _check() -> list[Figure]:
    """Lies that arrive, true sentences that are refused; those set aside when the check was written count apart."""
    arrived, refused = Counter[bool](), Counter[bool]()
    lies, truths = lying_model.judged("lies"), lying_model.judged("truths")
    for each in lies:
        arrived[each.sentence.is_set_aside] += not each.objections
    for each in truths:
        refused[each.sentence.is_set_aside] += bool(each.objections)
    apart = sum(each.sentence.is_set_aside for each in lies), sum(each.sentence.is_set_aside for each in truths)
    return [
        Figure(
            what="check: lies that arrive", bar="0", measured=f"{arrived.total()} of {len(lies)}",
            method=f"{arrived[True]} of the {apart[0]} that were set aside; 15 kinds, 3 languages",
        ),
        Figure(
            what="check: truths refused", bar="2 %", measured=f"{refused.total()} of {len(truths)}",
            method=f"{refused[True]} of the {apart[1]} that were set aside",
        ),
        Figure(
            what="check: time", bar="< 2 ms", measured=f"{lying_model.milliseconds():.1f} ms",
            method=f"processor time, median of these {len(lies) + len(truths)} texts, none of them in a cache",
        ),
        Figure(
            what="check: time of the longest text", measured=f"{lying_model.milliseconds_of_a_long_text():.1f} ms",
            method="1,600 characters with 30 figures that nobody told, none in a cache; median of 30",
        ),
    ]  # fmt: skip


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
