"""Documents that differ are named, and nothing else is; a model judges what code only suspects."""

from datetime import date

import pytest

from journeys.llm import Mind, Provider
from journeys.research.nodes.disagreement import conflicts, outdated
from journeys.trace import Trace
from tests.journeys.research.test_properties import new_id
from tests.loopback.openai_server import OpenAIServer, answer
from tools.research.facts import FindingFacts, ReadPassage, RunFacts

AGREEMENT = ReadPassage(
    chunk_id=new_id(), document_id=new_id(), title="Service agreement", section="Equipment", version="4",
    text="When it ends, return both in working order within 14 days. Moving the line costs KES 2,500.",
    last_updated=date(2026, 7, 1),
)  # fmt: skip
GUIDE = ReadPassage(
    chunk_id=new_id(), document_id=new_id(), title="Equipment guide", section="Handing it back", version="1",
    text="Equipment must be handed back within 21 days after the agreement ends. Book a collection of the router for"
    " KES 300.",
    last_updated=date(2025, 7, 1),
)  # fmt: skip
FEES = ReadPassage(
    chunk_id=new_id(), document_id=new_id(), title="Fees", section="Equipment that does not come back",
    text="A router that does not come back costs KES 4,800, a modem KES 6,500. Moving the line to another house costs"
    " KES 2,000.",
)  # fmt: skip


def run_of(*passages: ReadPassage) -> RunFacts:
    findings = tuple(
        FindingFacts(task_id=None, chunk_id=each.chunk_id, text=each.text, relevance=1) for each in passages
    )
    return RunFacts(
        id=new_id(), tenant_id=new_id(), question="When does the equipment go back?", language="en", audience="",
        phase="synthesise", iteration=1, most_rounds=3, needs_approval=True, coverage=1, dedup_ratio=1, gaps=(),
        asked=(), dialogue=(), sources=passages, findings=tuple(findings),
    )  # fmt: skip


def alone() -> Mind:
    return Mind(provider=Provider(), trace=Trace())


def told(run: RunFacts, mind: Mind) -> list[tuple[str, str]]:
    return [(each["one"], each["other"]) for each in conflicts(run, mind)]


def test_without_a_model_only_what_is_plain_is_named() -> None:
    assert told(run_of(AGREEMENT, GUIDE, FEES), alone()) == [
        ("Moving the line costs KES 2,500.", "Moving the line to another house costs KES 2,000.")
    ]


def test_a_model_tells_which_of_those_that_share_something_differ(openai_server: OpenAIServer) -> None:
    openai_server.reply = lambda asked: answer({
        "differing": [each["number"] for each in asked.facts["pairs"] if "14 days" in each["one"]] + [99]
    })  # fmt: skip
    run = run_of(AGREEMENT, GUIDE)
    found = conflicts(run, Mind(provider=openai_server.provider, trace=Trace()))
    assert [each["one"] for each in found] == ["When it ends, return both in working order within 14 days."]
    old = outdated(run, found)
    assert [each["title"] for each in old] == ["Equipment guide (1)"]
    assert "Service agreement (4)" in old[0]["why"]


@pytest.mark.parametrize("text", ["The guide of 2024 is no longer valid.", "Mwongozo huu haitumiki tena."])
def test_what_says_of_itself_that_it_is_over_is_named(text: str) -> None:
    passage = ReadPassage(chunk_id=new_id(), document_id=new_id(), title="Old guide", text=text, version="2")
    assert [each["title"] for each in outdated(run_of(passage), [])] == ["Old guide (2)"]
