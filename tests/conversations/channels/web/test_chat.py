"""Web chat over HTTP and through the real turn: seed 000's answer, threads, who may ask, and who speaks."""

from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from conversations import ownership, turn
from conversations.channels import registry
from conversations.channels.web import views
from conversations.channels.web.channel import WEB
from conversations.models import Conversation, InboundMessage, OutboundMessage
from conversations.rights import erasure
from journeys.reply import Text
from tenants import allowance
from tenants.consent import standing
from tenants.models import Channel, ConsentEntry, Customer, Tenant
from tenants.scope import tenant_scope
from tenants.telemetry import metrics
from tests import demo
from tests.conversations.channels.web.visitor import PAGE, Visitor, open_chat, work
from tests.depth import sampled
from tests.people import member
from tools.payments.models import Payment


@pytest.fixture(autouse=True)
def worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("conversations.turn._prolong", lambda held, now: None)
    monkeypatch.setattr("conversations.tasks.wake", work)
    monkeypatch.setattr(views, "SAYS_A_MINUTE", 1000)


@pytest.fixture
def visitor(duka: Tenant) -> Visitor:
    return Visitor(open_chat(duka))


def test_an_answer_has_the_form_that_was_agreed_and_the_thread_goes_on(visitor: Visitor, duka: Tenant) -> None:
    first = visitor.say("do you have running shoes?")
    assert "running shoes" in first["reply"].lower()
    assert {"reply", "route", "last_agent", "sources", "used_tools", "state_excerpt"} <= set(first)
    assert (first["route"], first["last_agent"], first["sources"]) == ("sales", "sales", [])
    assert "catalog_search" in first["used_tools"]
    listed = next(message for message in first["messages"] if message["options"])
    option = listed["options"][0]
    second = visitor.say(option["title"], tapped=option["id"])
    assert second["state_excerpt"]["history_length"] > first["state_excerpt"]["history_length"]
    assert option["title"].split()[0] in second["reply"]
    with tenant_scope(duka.id):
        customer = Customer.objects.get(address__startswith="web:")
        assert visitor.thread not in customer.address
        assert (customer.phone_e164, str(customer)[:11]) == ("", "Web visitor")
        assert Conversation.objects.filter(customer=customer).count() == 1


def test_what_the_library_says_is_told_with_its_sources(db: None) -> None:
    oasis = demo.put("oasis", with_library=True)
    answer = Visitor(open_chat(oasis)).say("what time is check-in?")
    assert answer["route"] == "support"
    assert answer["sources"]
    assert {"title", "section", "file", "version", "page", "sheet", "score"} == set(answer["sources"][0])
    assert "kb_retrieve" in answer["used_tools"]


def test_a_repeated_request_is_one_message(visitor: Visitor, duka: Tenant) -> None:
    visitor.say("hello")
    key = str(uuid4())
    answers = [visitor.say("running shoes", message_id=key) for _ in range(2)]
    assert answers[0]["messages"] == answers[1]["messages"]
    with tenant_scope(duka.id):
        assert InboundMessage.objects.filter(body="running shoes").count() == 1


@pytest.mark.parametrize(
    ("body", "status"),
    sampled(
        [
            ({"message": ""}, 422),
            ({"message": " \n"}, 422),
            ({"message": "\x00"}, 422),
            ({"message": "x" * 4097}, 422),
            ({"message": 7}, 422),
            ({}, 422),
            ([], 422),
            (b"{", 422),
            (b"\xff", 422),
            ({"message": "hi", "thread_id": "mine"}, 422),
            ({"message": "hi", "tapped": "x" * 201}, 422),
            ({"message": "hi", "thread_id": str(uuid4())}, 404),
            (b"x" * 70_000, 413),
        ],
        quick=7,
    ),
)
def test_what_is_wrong_is_told_and_nothing_is_kept(visitor: Visitor, duka: Tenant, body: Any, status: int) -> None:
    response = visitor.post("", body)
    assert response.status_code == status
    assert response.json()["error"]
    with tenant_scope(duka.id):
        assert not InboundMessage.objects.exists()


def test_the_longest_message_is_taken(visitor: Visitor) -> None:
    assert visitor.say("\N{EARTH GLOBE EUROPE-AFRICA}" * 4096)["reply"]


def test_who_has_no_key_or_comes_from_another_page_is_refused(visitor: Visitor, duka: Tenant) -> None:
    assert visitor.post("", {"message": "hi"}, **{"X-Tulia-Key": "token-of-nobody"}).status_code == 401
    with tenant_scope(duka.id):
        phone = Channel.objects.get(kind="whatsapp").webhook_token
    assert visitor.post("", {"message": "hi"}, **{"X-Tulia-Key": phone}).status_code == 401
    elsewhere = visitor.post("", {"message": "hi"}, Origin="https://elsewhere.example")
    assert (elsewhere.status_code, elsewhere.json()) == (403, {"error": "origin_not_allowed"})
    own = visitor.post("", {"message": "hi"})
    assert own["Access-Control-Allow-Origin"] == PAGE
    assert "Access-Control-Allow-Credentials" not in own
    program = Client().post(
        "/api/v1/chat/", {"message": "hi"}, content_type="application/json", headers={"X-Tulia-Key": visitor.key}
    )
    assert program.status_code == 200
    asked = Client().options("/api/v1/chat/", headers={"Origin": PAGE})
    assert (asked.status_code, asked["Access-Control-Allow-Headers"]) == (204, "Content-Type, X-Tulia-Key")
    assert visitor.client.get("/api/v1/chat/", headers={"X-Tulia-Key": visitor.key}).status_code == 405


def test_a_demo_page_is_shut_where_the_demo_is_off(visitor: Visitor, duka: Tenant, settings: Any) -> None:
    with tenant_scope(duka.id):
        Channel.objects.filter(kind="web").update(webhook_token="web-oasis")
    visitor.key = "web-oasis"
    assert visitor.say("hello")["reply"]
    settings.TULIA = settings.TULIA.model_copy(update={"demo": False})
    assert visitor.post("", {"message": "hello"}).status_code == 401


def test_who_asks_too_often_waits(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "SAYS_A_MINUTE", 2)
    monkeypatch.setattr(allowance.time, "time", lambda: 1_800_000_010.0)
    visitor.say("hello")
    visitor.say("hello again")
    refused = visitor.post("", {"message": "once more"})
    assert (refused.status_code, refused["Retry-After"]) == (429, "50")
    assert refused["Access-Control-Allow-Origin"] == PAGE


def test_another_business_and_another_page_reach_nothing(visitor: Visitor, duka: Tenant, make_tenant: Any) -> None:
    visitor.say("my secret wish is a tent")
    theirs, second = Visitor(open_chat(make_tenant())), Visitor(open_chat(duka))
    for stranger in (theirs, second):
        for path, body in (("", {"message": "hi"}), ("messages/", {})):
            response = stranger.post(path, body | {"thread_id": visitor.thread})
            assert (response.status_code, response.json()) == (404, {"error": "unknown_thread"})
    with tenant_scope(duka.id):
        address = Customer.objects.get(address__startswith="web:").address
    # What staff can see of a thread does not open it.
    assert visitor.post("messages/", {"thread_id": address.removeprefix("web:")[:32]}).status_code == 404


def test_a_person_takes_over_and_their_words_reach_the_page(visitor: Visitor, duka: Tenant) -> None:
    visitor.say("hello")
    person = member(duka)
    person.first_name = "Zawadi"
    person.save()
    with tenant_scope(duka.id):
        row = Conversation.objects.get(customer__address__startswith="web:")
        ownership.take_over(row.pk, operator_id=person.pk, now=timezone.now(), answer_by=None)
    silent = visitor.say("is anybody there?")
    assert (silent["reply"], silent["state_excerpt"]["owner"]) == ("", "operator")
    with tenant_scope(duka.id):
        Conversation.objects.filter(pk=row.pk).update(last_inbound_at=timezone.now() - timedelta(days=3))
        ownership.write(row.pk, Text(text="I am."), operator_id=person.pk, key=uuid4(), now=timezone.now())
    work(duka.id, row.pk)
    thread = visitor.read()
    assert (thread["owner"], thread["person"], thread["is_answering"]) == ("operator", "Zawadi", False)
    assert [(one["author"], one["person"], one["text"]) for one in thread["messages"][-2:]] == [
        ("visitor", "", "is anybody there?"),
        ("operator", "Zawadi", "I am."),
    ]


def test_when_nobody_answers_in_time_it_is_said_and_the_answer_still_comes(
    visitor: Visitor, duka: Tenant, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("conversations.tasks.wake", lambda *ids, **_: None)
    monkeypatch.setattr(views, "WAIT_SECONDS", 0.05)
    late = visitor.post("", {"message": "running shoes"})
    assert (late.status_code, late["Retry-After"], late.json()["error"]) == (503, "5", "no_answer_yet")
    visitor.thread = late.json()["thread_id"]
    assert visitor.read()["is_answering"]
    with tenant_scope(duka.id):
        row = Conversation.objects.get(customer__address__startswith="web:")
    work(duka.id, row.pk)
    assert "running shoes" in visitor.read()["messages"][-1]["text"].lower()
    for _ in range(views.MOST_WAITING):
        views._waiting.acquire()
    try:
        assert visitor.post("", {"message": "hi"}).status_code == 503
    finally:
        for _ in range(views.MOST_WAITING):
            views._waiting.release()


def test_stop_on_a_page_stands_in_the_ledger_as_said_there(visitor: Visitor, duka: Tenant) -> None:
    visitor.say("STOP")
    with tenant_scope(duka.id):
        entries = ConsentEntry.objects.filter(customer__address__startswith="web:")
        assert {entry.channel for entry in entries} == {"web"}
        assert not entries.filter(is_granted=True).exists()
        (customer,) = Customer.objects.filter(address__startswith="web:")
        assert standing.of(customer.pk).has_stopped
        assert Customer.objects.annotate(known=standing.known_of("pk")).get(pk=customer.pk).known["service"] is False
    assert "running shoes" in visitor.say("do you have running shoes?")["reply"].lower(), (
        "an answer is what they ask for"
    )
    erasure.erase(duka.id, customer.pk)
    with tenant_scope(duka.id):
        assert {entry.channel for entry in ConsentEntry.objects.exclude(pseudonym="")} == {"web"}


def test_a_talk_that_is_too_long_begins_anew_and_is_told_who_helps(
    visitor: Visitor, duka: Tenant, monkeypatch: pytest.MonkeyPatch
) -> None:
    short = replace(WEB, can=replace(WEB.can, most_turns=2))
    monkeypatch.setattr(registry, "KINDS", (short,))
    with tenant_scope(duka.id):
        Tenant.objects.update(escalation_rules={"phone": "+254700000101"})
    assert "running shoes" in visitor.say("do you have running shoes?")["reply"].lower()
    visitor.say("what is your return policy")
    over = visitor.say("do you have running shoes?")
    assert "start a new chat" in over["reply"]
    assert "+254700000101" in over["reply"]
    assert "catalog_search" not in over["used_tools"]
    assert "start a new chat" in visitor.say("hello?")["reply"]
    visitor.thread = ""
    assert "running shoes" in visitor.say("do you have running shoes?")["reply"].lower()


def test_a_purchase_under_way_is_finished_first(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    short = replace(WEB, can=replace(WEB.can, most_turns=4))
    monkeypatch.setattr(registry, "KINDS", (short,))
    for words in ("do you have running shoes?", "1", "42", "1", "that is all", "pay with mpesa prompt"):
        told = visitor.say(words)
    assert "number" in told["reply"].lower(), told["reply"]


def test_a_greeting_says_what_there_is_to_ask_for(visitor: Visitor) -> None:
    for words in ("hello", "hi! what can you help me with?"):
        visitor.thread = ""
        reply = visitor.say(words)["reply"]
        assert "Shoes" in reply, reply


def test_what_was_not_understood_names_who_helps(visitor: Visitor, duka: Tenant) -> None:
    with tenant_scope(duka.id):
        Tenant.objects.update(escalation_rules={"phone": "+254700000101"})
    assert "+254700000101" in visitor.say("what is machine learning?")["reply"]


def test_a_visitor_who_pays_by_mpesa_is_asked_for_a_number(visitor: Visitor, duka: Tenant) -> None:
    for words in ("do you have running shoes?", "1", "42", "1", "that is all", "pay with mpesa prompt"):
        told = visitor.say(words)
    assert "number" in told["reply"].lower(), told["reply"]
    quote = visitor.say("0712345678")
    assert "254712345678" in quote["reply"].replace(" ", ""), quote["reply"]
    with tenant_scope(duka.id):
        assert not Payment.objects.exists()


def test_who_the_business_is(visitor: Visitor, duka: Tenant) -> None:
    told = visitor.client.get("/api/v1/property/", headers={"X-Tulia-Key": visitor.key, "Origin": PAGE}).json()
    assert (told["name"], told["location"], told["document_count"]) == (duka.name, "Diani, Kenya", 0)
    assert told["categories"]
    health = Client().get("/health").json()
    assert health["status"] in ("healthy", "degraded")
    assert {"version", "agent_ready", "property_loaded"} <= set(health)


def test_an_answer_is_sent_by_the_commit_that_makes_it(
    visitor: Visitor, duka: Tenant, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    monkeypatch.setattr("conversations.tasks.wake", turn.run)
    sent = metrics.MESSAGES_OUT.labels("web", "sent")
    before = sent._value.get()
    with django_capture_on_commit_callbacks(execute=True):
        assert visitor.say("hello")["reply"]
    assert sent._value.get() == before + 1


def test_nothing_goes_out_to_twilio(visitor: Visitor, duka: Tenant) -> None:
    visitor.say("hello")
    with tenant_scope(duka.id):
        assert {row.status for row in OutboundMessage.objects.all()} == {"sent"}
