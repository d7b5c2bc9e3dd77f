"""Support and hand-overs: a person gets the whole context, a failure breaks no talk, an answer has its evidence."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from journeys.compose.grounds import grounds
from journeys.state import ConversationState
from tests.depth import thorough
from tests.journeys.shop import SPACE
from tests.journeys.support.library import HIDDEN, LIBRARY, chat, passage
from tools import registry
from tools.contract import Call, Refusal, ToolContext

REASONS = {
    "I want to talk to a human": "human_request", "you charged me twice": "dispute", "i want my money back": "refund",
    "nataka kuongea na mtu": "human_request", "my lawyer will call you": "legal",
    "what is your policy on camel deliveries to mars?": "insufficient_context",
}  # fmt: skip
WISHES = tuple(REASONS)
BEFORE = (
    "running shoes",
    "1",
    "fix my network",
    "what is your return policy for shoes?",
    "hello",
    "asdf qwer",
    "na hizo nyeusi?",
)
TOOLS = tuple(sorted(registry.BY_NAME.keys() - {"tenant_get_context", "customer_get_or_create"}))
FIGURES = st.one_of(
    st.integers(1, 9999).map(lambda n: f"within {n} days"),
    st.integers(1, 99).map(lambda n: f"{n}% off"),
    st.integers(1, 99999).map(lambda n: f"KES {n:,}"),
    st.integers(10**8, 10**9 - 1).map(lambda n: f"call +254{n}"),
    st.tuples(st.integers(0, 23), st.integers(0, 59)).map(lambda t: f"open at {t[0]:02d}:{t[1]:02d}"),
    st.text("abcdefgh", min_size=3, max_size=8).map(lambda name: f"see https://{name}.example/x"),
)


@thorough
@settings(max_examples=100)
@given(before=st.lists(st.sampled_from(BEFORE), max_size=3), wish=st.sampled_from(WISHES))
@example(before=["fix my network", "running shoes", "running shoes"], wish="my lawyer will call you")
def test_a_hand_over_carries_its_context(before: list[str], wish: str) -> None:
    """Property 12: Escalation Context Preservation."""
    talk = chat()
    for text in before:
        talk.say(text)
    talk.shop.tickets.clear()
    asked: list[ToolContext] = []
    shop = talk.shop

    def watched(name: str, arguments: Mapping[str, Any], context: ToolContext) -> Call:
        if name == "handoff_create_ticket":
            asked.append(context)
        return shop(name, arguments, context)

    talk.shop = watched  # type: ignore[assignment]
    said = talk.say(wish)
    (ticket,) = shop.tickets
    assert ticket.reason == REASONS[wish]
    assert ticket.journey in ("sales", "support", "orders", "offers", "prefs")
    assert ticket.step.split(".")[0] in (ticket.journey, "handoff", "unknown")
    assert f"They wrote: {wish}" in ticket.summary
    before_that = ticket.summary.partition("\nBefore: ")[2]
    assert all(f"customer: {text}" in before_that for text in before[-2:]), "the last words of both sides"
    assert f"Language: {talk.state.understood.response_language}" in ticket.summary
    assert {(context.tenant_id, context.customer_id, context.conversation_id) for context in asked} == {
        (SPACE, SPACE, SPACE)
    }
    assert talk.state.handoff.escalation_reason == ticket.reason
    assert "T-123456" in said


@settings(max_examples=100)
@given(
    texts=st.lists(st.one_of(st.sampled_from((*WISHES, *BEFORE)), st.text(max_size=60)), min_size=1, max_size=4),
    broken=st.sets(st.sampled_from(TOOLS)),
)
def test_a_broken_tool_breaks_no_conversation(texts: list[str], broken: set[str]) -> None:
    """Property 13: Graceful Failure Handling."""
    talk = chat()
    talk.shop.broken = frozenset(broken)
    for text in texts:
        talk.say(text)
        assert talk.outcome is not None
        assert len(talk.outcome.replies) <= 1
        assert ConversationState.model_validate(talk.state.model_dump(mode="json")) == talk.state
        assert not talk.state.handoff.escalation_required
        assert "Refusal" not in talk.said
        assert "It is broken" not in talk.said


@settings(max_examples=100)
@given(
    question=st.one_of(st.sampled_from([passage.text[:80] for passage in LIBRARY]), st.text(max_size=80)),
    figure=FIGURES,
    is_hidden=st.booleans(),
)
def test_an_answer_without_evidence_never_leaves(question: str, figure: str, is_hidden: bool) -> None:
    """Property 2, of the library: what a reply states stands in a passage that it cites, and in no flagged one."""
    extra = passage(f"Shoes return policy: {figure}.", title="Extra", injection=is_hidden)
    talk = chat(*LIBRARY, HIDDEN, extra)
    said = talk.say(f"what is your return policy for shoes? {question}")
    context = talk.context(question)
    context.trace.tool_calls.extend(talk.trace.tool_calls)
    cited = talk.trace.notes.get("cited", ())
    assert grounds(talk.state, context, cited=cited).unsupported(said) == []
    if is_hidden and figure not in question:
        assert figure not in said
    if "Sources:" in said:
        assert all(chunk_id in {each.chunk_id for each in (*LIBRARY, extra)} for chunk_id in cited)


@pytest.mark.parametrize("code", ["down", "timeout"])
def test_a_refused_search_is_a_person(code: str) -> None:
    talk = chat()
    shop = talk.shop

    def down(name: str, arguments: Mapping[str, Any], context: ToolContext) -> Call:
        call = shop(name, arguments, context)
        no = Refusal(code=code, reason="Down.")
        return call if name != "kb_retrieve" else Call(
            tool=name, effect="read", arguments=dict(arguments), answer=no, milliseconds=1
        )  # fmt: skip

    talk.shop = down  # type: ignore[assignment]
    assert "T-123456" in talk.say("what is your return policy for shoes?")
