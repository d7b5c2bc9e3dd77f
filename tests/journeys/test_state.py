"""The stored state: upgraded from version 1 in every journey, kept where a newer version added to it, never guessed."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from journeys.registry import ALL
from journeys.state import ConversationState, Pick, StateUnreadable, begin, load
from tests.journeys.shop import SPACE, Chat

IDENTITY = {"tenant_id": str(SPACE), "conversation_id": str(SPACE), "request_id": str(SPACE)}
STORED = sorted((Path(__file__).parent / "states").glob("*.json"))


def stored(file: Path) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(file.read_text())
    return document | IDENTITY


@pytest.mark.parametrize("file", STORED, ids=lambda file: file.stem)
def test_a_state_of_version_1_is_taken_up_where_it_was(file: Path) -> None:
    before = stored(file)
    state = load(before, **IDENTITY)
    assert state.version == 2
    flat = {
        name: value
        for kind in ("sales", "purchase", "support", "handoff", "understood", "controls", "transcript")
        for name, value in getattr(state, kind).model_dump(mode="json").items()
    }
    for name, value in before.items():
        if name in flat and name != "asked":
            assert (
                json.dumps(flat[name], sort_keys=True, default=str).startswith(json.dumps(value, sort_keys=True)[:-1])
                or flat[name] == value
                or isinstance(value, list)
                or (isinstance(value, dict) and value.items() <= flat[name].items())  # what is new has its usual value
            ), name
    asked = state.controls.asked
    if before.get("asked"):
        assert asked is not None
        assert [each.title for each in asked.choices] == list(before["asked"].get("titles", []))
        for each in asked.choices:
            ALL.decoded(each.command)


@pytest.mark.parametrize("file", STORED, ids=lambda file: file.stem)
def test_a_conversation_goes_on_from_it(file: Path) -> None:
    chat = Chat()
    chat.state = load(stored(file), **IDENTITY)
    for words in ("running shoes", "1", "asante"):
        assert chat.say(words) != "" or chat.trace.notes.get("silence")
    assert load(chat.state.model_dump(mode="json"), **IDENTITY) == chat.state.having(request_id=str(SPACE))


def test_what_a_newer_version_added_is_kept_aside() -> None:
    document = begin(**IDENTITY).model_dump(mode="json")
    document["version"] = 3
    document["purchase"]["gift_wrap"] = "red"
    document["loyalty"] = {"points": 7}
    kept = load(document, **IDENTITY).model_dump(mode="json")
    assert (kept["purchase"]["gift_wrap"], kept["loyalty"], kept["version"]) == ("red", {"points": 7}, 3)


def test_a_state_of_another_conversation_is_not_taken() -> None:
    document = begin(**IDENTITY | {"conversation_id": "other"}).model_dump(mode="json")
    with pytest.raises(StateUnreadable):
        load(document, **IDENTITY)


@settings(max_examples=200)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=8),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["version", "cart", "asked", "sales", "controls", "kind", "options", "purchase", "x"]),
                inner,
                max_size=4,
            )
        ),
        max_leaves=12,
    )
)
def test_an_old_state_of_any_shape_is_read_or_told_honestly(document: Any) -> None:
    if not isinstance(document, dict):
        return
    try:
        state = load(document | IDENTITY, **IDENTITY)
    except StateUnreadable:
        return
    assert isinstance(state, ConversationState)


def test_a_slice_refuses_a_name_that_is_not_its_own() -> None:
    state = begin(**IDENTITY)
    with pytest.raises(KeyError):
        state.having(no_such_field=1)
    with pytest.raises(ValueError, match="has no"):
        state.sales.having(cart=[])


def test_the_state_stays_small() -> None:
    chat = Chat()
    for words in ("running shoes", "2", "more", "leather handbag", "do you deliver to kisumu"):
        chat.say(words)
    assert len(json.dumps(chat.state.model_dump(mode="json"))) < 16_000
    assert isinstance(chat.state.controls.asked, Pick | None)
