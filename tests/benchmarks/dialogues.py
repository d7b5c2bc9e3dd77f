"""What a dialogue with a model costs: calls and tokens a turn by kind, the card's size, the state's size."""

import json
import statistics
from collections import defaultdict
from pathlib import Path
from random import Random

from conversations.models import Conversation
from conversations.simulator.stories import session, story
from tenants.scope import fleet_scope
from tests.benchmarks.table import Figure
from tests.here import ROOT

BAR_CALLS, BAR_SHARE, BAR_CARD = 2, 0.95, 2_500
RECORDED = ROOT / "tests" / "stories" / "recorded"
METHOD = "letters / 4, in the recorded stories, replayed over HTTP"


def measure(folder: Path) -> list[Figure]:
    runs = session.tell_all(story.load(RECORDED), against="recorded", random=Random(1))
    calls, tokens = defaultdict[str, list[int]](list), list[int]()
    for run in runs:
        for told in run.steps:
            if told.turns:
                calls[run.story.kind].append(told.calls)
                tokens += [told.tokens] if told.calls else []
    every = [count for counts in calls.values() for count in counts]
    share = sum(count <= BAR_CALLS for count in every) / len(every)
    cards = [size for run in runs for size in run.cards]
    states = [len(json.dumps(state)) for state in _states()]
    return [
        Figure(
            what="model calls a turn of a dialogue", bar=f"≤ {BAR_CALLS} in ≥ {BAR_SHARE:.0%}",
            is_met=share >= BAR_SHARE,
            measured=f"{share:.0%} of {len(every)} turns; "
            + ", ".join(f"{kind} {statistics.mean(counts):.1f}" for kind, counts in sorted(calls.items())),
            method=f"{len(runs)} recorded stories, by their kind",
        ),
        Figure(
            what="tokens a turn with a model", measured=f"mean {statistics.mean(tokens):,.0f}, most {max(tokens):,}",
            method=METHOD,
        ),
        Figure(
            what="the card", bar=f"≤ {BAR_CARD:,} tokens", is_met=max(cards) <= BAR_CARD,
            measured=f"mean {statistics.mean(cards):,.0f}, most {max(cards):,} tokens", method=METHOD,
        ),
        Figure(
            what="the state of a conversation", method="as JSON, after those dialogues",
            measured=f"mean {statistics.mean(states) / 1000:.1f} KB, most {max(states) / 1000:.1f} KB",
        ),
    ]  # fmt: skip


def _states() -> list[object]:
    with fleet_scope():
        return [state for state in Conversation.objects.values_list("state", flat=True) if state]
