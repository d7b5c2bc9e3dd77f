"""A telecom's tickets: how many opening messages are answered with a step of the manual, where both lie beside us."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final
from uuid import UUID, uuid4

from django.utils import timezone

from journeys.context import Incoming, TurnContext
from journeys.graph import respond
from journeys.llm import Mind, Provider
from journeys.state import begin
from journeys.trace import Trace
from knowledge.embed import Embedder
from knowledge.library import intake
from knowledge.load import load
from tests.benchmarks.library import sets
from tests.benchmarks.table import Figure
from tools import registry
from tools.contract import ToolContext

FOLDER: Final = "tau2_telecom"
LEAST: Final = 0.9
SHORTEST: Final = 25
# The tickets tell of the customer; what they would write is the same of themselves.
_OF_THEMSELVES: Final = (
    (r"\byou are\b", "I am"),
    (r"\b(?:your|you) (?=phone|mobile|messaging)", "my "),
    (r"\byou\b", "I"),
)


def measure(folder: Path) -> list[Figure]:
    manual, tasks = sets.SETS / FOLDER / "tech_support_manual.md", sets.SETS / FOLDER / "tasks_train.json"
    if not (manual.exists() and tasks.exists()):
        return []
    tenant_id = sets.new_tenant("telecom care")
    intake.add(tenant_id, manual.read_bytes(), manual.name, now=timezone.now(), read=load, embedder=Embedder())
    steps = _steps(manual.read_text())
    asked = [
        _opening(each["user_scenario"]["instructions"]["reason_for_call"]) for each in json.loads(tasks.read_text())
    ]
    once = {opening: _answer(tenant_id, opening) for opening in dict.fromkeys(asked)}
    routed = ["support" in once[opening][0] for opening in asked]
    answered = [_has_step(once[opening][1], steps) for opening in asked]
    share = sum(answered) / len(answered)
    return [
        Figure(
            what="telecom tickets answered with a step of the manual", bar=f"≥ {LEAST:.0%}", is_met=share >= LEAST,
            measured=f"{share:.0%}; taken to support {sum(routed) / len(routed):.0%}",
            method=f"{len(asked)} opening messages, {len(once)} different; a step is a sentence that names an action",
        )
    ]  # fmt: skip


def _opening(told: str) -> str:
    """The first two sentences, as the customer would write them."""
    said = " ".join(re.split(r"(?<=[.!?])\s+", told)[:2])
    for pattern, words in _OF_THEMSELVES:
        said = re.sub(pattern, words, said, flags=re.IGNORECASE)
    return said


def _answer(tenant_id: UUID, text: str) -> tuple[list[str], str]:
    """The journeys that took it, or parts of it, and what they said; nothing is written."""
    trace, now, talk = Trace(), timezone.now(), uuid4()
    context = TurnContext(
        incoming=(Incoming(kind="text", text=text, received_at=now),),
        tools=ToolContext(tenant_id=tenant_id, conversation_id=talk, request_id=talk, customer_id=talk, now=now),
        trace=trace,
        mind=Mind(provider=Provider(), trace=trace),
        call_tool=registry.call_if_read,
    )
    state = begin(tenant_id=str(tenant_id), conversation_id=str(talk), request_id=str(talk))
    outcome = respond(state, context)
    route = trace.notes.get("route", {})
    return route.get("journeys") or [route.get("journey", "")], "\n".join(reply.text for reply in outcome.replies)


def _has_step(answer: str, steps: Sequence[str]) -> bool:
    """Whether a step of the manual stands in it, whole."""
    said = _plain(answer.partition("Sources:")[0])
    return any(step in said for step in steps)


def _steps(manual: str) -> list[str]:
    """Its sentences that name something to do: this manual writes each action as one word, check_apn_settings."""
    sentences = (part for line in manual.splitlines() for part in re.split(r"(?<=[.!?])\s+", line))
    found = (
        _plain(re.sub(r"^\s*(?:[-*]|\d+[.)])\s+", "", each)) for each in sentences if re.search(r"[a-z]+_[a-z]+", each)
    )
    return [each for each in found if len(each) >= SHORTEST]


def _plain(text: str) -> str:
    return " ".join(re.sub(r"[*`#]", "", text).split()).casefold()
