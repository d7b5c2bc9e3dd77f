"""Twilio's Content API as the peer plays it."""

import re
from typing import Any

import pytest

from tests.conversations.simulator.conftest import ACCOUNT, Peer

ITEM = {"item": "Runner", "id": "item:1", "description": "KES 3,499"}
ACTION = {"type": "QUICK_REPLY", "title": "Yes", "id": "yes"}


def rows(count: int) -> list[dict[str, str]]:
    return [ITEM | {"id": f"item:{number}"} for number in range(count)]


def picker(**changes: Any) -> dict[str, Any]:
    return {"twilio/list-picker": {"body": "Pick", "button": "Choose", "items": [ITEM]} | changes}


def replies(**changes: Any) -> dict[str, Any]:
    return {"twilio/quick-reply": {"body": "Sure?", "actions": [ACTION]} | changes}


@pytest.mark.parametrize(
    "types",
    [
        {"twilio/text": {"body": "Hi {{1}}"}},
        picker(items=rows(10)),
        picker(items=[{"item": "{{1}}", "id": "{{2}}"}, {"item": "{{3}}", "id": "{{4}}"}]),
        picker(body="x" * 1024, button="x" * 20, items=[{"item": "x" * 24, "id": "x" * 200, "description": "x" * 72}]),
        replies(actions=[ACTION | {"id": id_} for id_ in "abc"]),
        replies(actions=[{"title": "Yes", "id": "yes"}]),
    ],
)
def test_content_is_stored_told_and_forgotten(peer: Peer, types: dict[str, Any]) -> None:
    response = peer.make_content(types, variables={"1": "sample"})
    told = response.json()
    assert response.status_code == 201
    assert re.fullmatch(r"HX[0-9a-f]{32}", told["sid"])
    assert (told["account_sid"], told["language"], told["types"]) == (ACCOUNT, "en", types)
    assert told["url"] == f"https://content.twilio.com/v1/Content/{told['sid']}"
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", told["date_created"])
    assert set(told["links"]) == {"approval_create", "approval_fetch"}
    assert peer.call("get", f"/v1/Content/{told['sid']}").json() == told
    assert peer.call("get", "/v1/Content").json()["contents"] == [told]
    assert peer.call("delete", f"/v1/Content/{told['sid']}").status_code == 204
    assert peer.call("get", f"/v1/Content/{told['sid']}").json()["code"] == 20404


@pytest.mark.parametrize(
    ("types", "word"),
    [
        ({}, "types"),
        ([], "types"),
        ({"twilio/unheard-of": {}}, "twilio/unheard-of"),
        ({"twilio/text": {"body": ""}}, "body"),
        (picker(items=[]), "items"),
        (picker(items=rows(11)), "items"),
        (picker(items=[ITEM, ITEM]), "differ"),
        (picker(items=[ITEM | {"item": "x" * 25}]), "items.0.item"),
        (picker(items=[ITEM | {"id": "x" * 201}]), "items.0.id"),
        (picker(items=[ITEM | {"description": "x" * 73}]), "items.0.description"),
        (picker(items=[{"item": "no id"}]), "items.0.id"),
        (picker(items=[ITEM | {"colour": "red"}]), "colour"),
        (picker(button="x" * 21), "button"),
        (picker(body="x" * 1025), "body"),
        (replies(actions=[ACTION | {"id": id_} for id_ in "abcd"]), "actions"),
        (replies(actions=[ACTION | {"title": "x" * 21}]), "actions.0.title"),
        (replies(actions=[ACTION | {"type": "URL"}]), "actions.0.type"),
        (replies(actions=[]), "actions"),
    ],
)
def test_content_that_whatsapp_would_not_take_is_refused_with_its_place(peer: Peer, types: Any, word: str) -> None:
    response = peer.make_content(types)
    assert (response.status_code, response.json()["code"]) == (400, 20001)
    assert word in response.json()["message"]
    assert peer.call("get", "/v1/Content").json()["contents"] == []


@pytest.mark.parametrize("body", [b"{", b"[]", b'"x"', b"\xff", b'{"language": "en"}', b'{"types": {}, "more": 1}'])
def test_a_body_that_is_no_content_is_refused(peer: Peer, body: bytes) -> None:
    response = peer.call("post", "/v1/Content", body, content_type="application/json")
    assert (response.status_code, response.json()["code"]) == (400, 20001)
