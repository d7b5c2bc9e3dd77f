"""Which language a message is taken for, and which it is answered in at the beginning of a conversation."""

from collections import Counter
from collections.abc import Iterator, Sequence

from journeys.local import language, tongues
from journeys.state import begin
from journeys.understand import language_policy
from tests.benchmarks.mind import rows
from tests.benchmarks.table import Figure

NAMES = {"eng": "en", "swa": "sw"}
SPOKEN = ("en", "sw", "sheng")
MOST = 2_000
FRESH = begin(tenant_id="t", conversation_id="c", request_id="r").having(default_language="en")


def measure() -> list[Figure]:
    return list(_figures())


def answered_in(text: str) -> str:
    return str(language_policy.chosen(FRESH, language_policy.local(text))["response_language"])


def _label(text: str) -> str:
    found = language.detect(text).label
    return "sheng" if found == "mixed" else found


def _figures() -> Iterator[Figure]:
    known = [(NAMES.get(row["lang"], row["lang"]), row["text"]) for row in rows.of_csv("kenya_lid/sample.csv")]
    if known:
        pairs = [(true, _label(text)) for true, text in known if true in SPOKEN]
        f1 = rows.macro_f1(pairs)
        errors = Counter(f"{true} as {found}" for true, found in pairs if true != found)
        yield Figure(
            what="local mind: language, macro-F1", bar="≥ .90", is_met=f1 >= 0.9,
            measured=rows.interval(pairs, rows.macro_f1),
            method=f"{len(pairs)} Kenyan sentences in {', '.join(SPOKEN)}; {dict(errors) or 'no error'}",
        )  # fmt: skip
        others = [_label(text) in ("other", "en") for true, text in known if true not in SPOKEN]
        if others:
            yield Figure(
                what="local mind: Luo not taken for Swahili", measured=rows.share(others), method=f"{len(others)} rows"
            )
    tweets = [row["text"] for name in ("train", "dev") for row in rows.of_csv(f"afrisenti/swa_{name}.csv")]
    questions = [
        row["question"] for name in ("train", "dev") for row in rows.of_jsonl(f"afriqa_sw/queries_{name}.jsonl")
    ]
    commands = [row["text"] for row in rows.of_csv("injongo_sw/exemplars.csv")]
    for what, texts in (("tweets", tweets[:MOST]), ("questions", questions[:MOST]), ("commands", commands)):
        if texts:
            yield _in_english(what, texts)
    pidgin = rows.own("pidgin.txt")
    taken = [language.detect(text).label in ("sheng", "mixed", "sw") for text in pidgin]
    yield Figure(
        what="local mind: Pidgin taken for Sheng or Swahili", bar="≤ 3 %", is_met=sum(taken) / len(taken) <= 0.03,
        measured=rows.share(taken), method=f"{len(pidgin)} sentences of our own in Nigerian Pidgin",
    )  # fmt: skip


def _in_english(what: str, texts: Sequence[str]) -> Figure:
    wrong = [answered_in(text) == "en" for text in texts]
    plain = [tongues.likelihoods(text)[0] < 0.5 for text in texts]
    return Figure(
        what=f"local mind: Swahili {what} answered in English", bar="≤ 1 %", is_met=sum(wrong) / len(wrong) <= 0.01,
        measured=rows.share(wrong), method=f"{len(texts):,} rows; letters alone {sum(plain) / len(plain):.1%}",
    )  # fmt: skip
