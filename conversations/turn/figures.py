"""What a turn adds to the figures: how it ended, how long it took, and the calls it made."""

from datetime import datetime
from typing import Final

from conversations.turn.batch import Batch
from journeys.trace import Trace
from tenants.telemetry import metrics
from tools.registry import BY_NAME

NOBODY: Final = "none"


def count_turn(batch: Batch, outcome: str, *, journey: str = NOBODY, now: datetime) -> None:
    """`outcome` is committed, superseded, fenced, failed or interrupted; a turn that is parked is counted besides."""
    metrics.TURNS.labels(journey, outcome).inc()
    count_calls(batch.context.trace)
    if outcome == "committed":
        first = min(message.received_at for message in batch.context.incoming)
        metrics.TURN_SECONDS.labels(journey).observe((now - batch.started_at).total_seconds())
        metrics.ANSWER_SECONDS.labels(journey).observe((now - first).total_seconds())


def count_calls(trace: Trace) -> None:
    """The calls of models and tools, whatever became of the turn: they were made, and paid."""
    for call in trace.model_calls:
        model = metrics.bounded("model", call.model)
        metrics.MODEL_CALLS.labels(model, call.outcome).inc()
        metrics.MODEL_SECONDS.labels(model).observe(call.milliseconds / 1000)
        metrics.MODEL_TOKENS.labels(model, call.outcome, "in").inc(call.tokens_in)
        metrics.MODEL_TOKENS.labels(model, call.outcome, "out").inc(call.tokens_out)
        metrics.MODEL_COST.labels(model, call.outcome).inc(float(call.cost_usd))
    for done in trace.tool_calls:
        tool = done.tool if done.tool in BY_NAME else metrics.OTHER
        metrics.TOOL_CALLS.labels(tool, metrics.bounded("refusal", done.outcome)).inc()
