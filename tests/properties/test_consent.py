"""STOP is obeyed at once and for good: in the flags, in what is sent unasked, and in the audit trail."""

from collections.abc import Callable
from uuid import UUID, uuid4

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from conversations.inbox import events as inbox_events
from conversations.inbox import sender
from conversations.models import Conversation, InboundMessage
from journeys.local import consent
from tenants.consent import standing
from tenants.models import ConsentEntry, Customer, Tenant
from tenants.scope import tenant_scope
from tests.depth import rounds, sampled, thorough
from tests.talk import Talk
from tests.undone import undone
from tools import events

pytestmark = pytest.mark.django_db
OFTEN = settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])

STOPS = (
    "STOP", "unsubscribe", "Stop.", " opt out ", "niondoe", "acha", "nitoe!", "please stop", "stop texting me",
    "🛑 STOP 🛑", "sImAmIsHa!!!", "Ondoa.", "S.T.O.P", "STOPPP",
)  # fmt: skip
TALKS = ("Hi", "running shoes", "1", "2", "yes", "hapana", "asdf qwer", "send me offers", "order yangu iko wapi?", "😀")
NEWS = ("preparing", "shipped", "delivered")
FACTS = {"number": "K7M2P9R4", "amount": "4500.00", "currency": "KES", "receipt": None, "method": "mpesa_stk"}

STOPPED = ("will not send you any more messages", "haitakutumia ujumbe tena", "haitakutext tena")

talks = st.lists(st.sampled_from(TALKS), max_size=rounds(1, deep=2))
stops = st.sampled_from(STOPS)


@pytest.fixture
def pair(talk: Callable[..., Talk], make_tenant: Callable[..., Tenant]) -> tuple[Talk, Talk]:
    """A customer, new to one business and known to another; each example finds them so, for what it does is undone."""
    here = talk(make_tenant())
    return here, met(talk(make_tenant(), sender=here.sender))


def met(talk: Talk) -> Talk:
    """Somebody who has written before: the rows of it, without the turn."""
    now = timezone.now()
    with tenant_scope(talk.tenant.id):
        found = sender.find_or_begin(talk.channel, [talk.sender], name="", now=now)
        Conversation.objects.filter(pk=found.conversation_id).update(last_inbound_at=now)
    return talk


def stands(talk: Talk) -> dict[str, bool]:
    with tenant_scope(talk.tenant.id):
        return dict(standing.of(Customer.objects.get(address=talk.sender).pk).known)


def ledger_of(talk: Talk) -> list[ConsentEntry]:
    with tenant_scope(talk.tenant.id):
        return list(ConsentEntry.objects.filter(customer__address=talk.sender).order_by("place"))


def texts_of(talk: Talk) -> dict[UUID, str]:
    with tenant_scope(talk.tenant.id):
        return dict(InboundMessage.objects.filter(conversation=talk.conversation).values_list("id", "body"))


def news_of_an_order(talk: Talk, status: str) -> list[str]:
    """What the customer is told, unasked, when their order goes on."""
    conversation = talk.conversation
    with tenant_scope(talk.tenant.id):
        events.record(
            name="order.status_changed", key=uuid4().hex, conversation_id=conversation.id,
            customer_id=conversation.customer_id, facts=FACTS | {"status": status},
        )  # fmt: skip
    inbox_events.take(talk.tenant.id, conversation.id)
    return talk.answer()


# Feature: tulia-ai-v2-langgraph-refactor, Property 10: For any STOP/UNSUBSCRIBE command or consent withdrawal, the
# system should process the request immediately and update tenant-scoped consent flags
# Feature: tulia-ai-v2-langgraph-refactor, Property 11: For any future interaction after consent withdrawal, the system
# should respect consent flags and maintain auditable consent records
@thorough
@OFTEN
@given(
    before=talks,
    stop=stops,
    is_burst=st.booleans(),
    after=st.lists(
        st.one_of(
            st.tuples(st.just("says"), st.sampled_from([text for text in TALKS if text != "send me offers"])),
            st.tuples(st.just("stops"), stops),
            st.tuples(st.just("starts"), st.sampled_from(("START", "anza tena", "subscribe"))),
            st.tuples(st.just("news"), st.sampled_from(NEWS)),
        ),
        max_size=rounds(2, deep=3),
    ),
)
@undone
def test_a_stop_counts_at_once_and_stays_and_the_trail_tells_why(
    pair: tuple[Talk, Talk], before: list[str], stop: str, is_burst: bool, after: list[tuple[str, str]]
) -> None:
    here, there = pair
    counts_at_once(here, before, stop, is_burst=is_burst)
    stays(here, after)
    assert stands(there) == {}, "it is said to one business only"
    assert ledger_of(there) == []


def counts_at_once(here: Talk, before: list[str], stop: str, *, is_burst: bool) -> None:
    """Property 10."""
    if is_burst:
        said = here.say(*before, stop)
    else:
        for text in before:
            here.say(text)
        said = here.say(stop)
    known = stands(here)
    assert {purpose: known.get(purpose) for purpose in ("service", "marketing")} == dict.fromkeys(
        ("service", "marketing"), False
    )
    assert len(said) == 1, "told once that it was heard"
    assert any(words in said[0] for words in STOPPED), said
    refusals = [entry for entry in ledger_of(here) if entry.purpose == "service"]
    assert [(entry.is_granted, entry.source, entry.words) for entry in refusals] == [(False, "customer", stop)]
    assert texts_of(here)[refusals[0].message_id] == stop, "the message that proves it is that message"
    assert refusals[0].wording.startswith("consent_stop/")
    assert news_of_an_order(here, "shipped") == []


def stays(here: Talk, after: list[tuple[str, str]]) -> None:
    """Property 11."""
    may_write = False
    for what, words in after:
        if what == "news":
            assert bool(news_of_an_order(here, words)) is may_write, (words, may_write)
            continue
        here.say(words)
        may_write = {"stops": False, "starts": True}.get(what, may_write)
        now = stands(here)
        assert now["service"] is may_write
        assert now["marketing"] is False, "START asks for messages, not for adverts"
    entries, texts = ledger_of(here), texts_of(here)
    assert [entry.place for entry in entries] == list(range(1, len(entries) + 1)), "no line is missing"
    known: dict[str, bool] = {}
    for entry in entries:
        assert known.get(entry.purpose) is not entry.is_granted, "only what changes is written"
        assert texts[entry.message_id] == entry.words
        assert entry.wording
        assert entry.request_id
        known[entry.purpose] = entry.is_granted
    assert known == stands(here), "what stands is what the ledger says"


@pytest.mark.parametrize("stop", sampled(["STOP", "niondoe", "S.T.O.P"], quick=1))
def test_the_other_business_goes_on_telling(pair: tuple[Talk, Talk], stop: str) -> None:
    here, there = pair
    here.say(stop)
    assert len(news_of_an_order(there, "shipped")) == 1


def is_stop(text: str) -> bool:
    found = consent.consent_word(text)
    return found is not None and found.kind == "stop"


@pytest.mark.parametrize(
    "text", [*STOPS, "Please don't contact me again!", "acha kuniandikia tena", "ok stop messaging me"]
)
def test_what_withdraws_consent(text: str) -> None:
    assert is_stop(text)


@pytest.mark.parametrize(
    "text",
    ["why did you stop texting me?", "stop the order", "don't text my wife, text me", "acha nifikirie", "stop it"],
)
def test_what_does_not(text: str) -> None:
    assert consent.consent_word(text) is None
