"""A customer is erased: every row, file and name of hers goes, whatever is going on meanwhile."""

import json
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType

from conversations import outbox, turn
from conversations.models import Conversation, InboundMedia, InboundMessage, OutboundFile, OutboundMessage, Turn
from conversations.rights import erasure, export, files, reach, retention
from journeys import graph
from tenants import wall
from tenants.models import Channel, Customer, Tenant, User
from tenants.scope import fleet_scope, tenant_scope
from tenants.tenancy import TenantModel
from tests.isolation.plant import Rows, dump, plant
from tests.people import make_inbound, make_turn
from tests.talk import Talk
from tools import registry
from tools.contract import Stopped
from tools.models import ToolCall

pytestmark = pytest.mark.django_db
MakeTenant = Callable[..., Tenant]
HERS, OTHERS = "zanzibarhers", "othertenantsword"
# Rows of a tenant that say nothing of a customer. A new model that does must be reached; one that does not, stand here.
OF_NO_CUSTOMER = {
    "tenants.Channel": "the tenant's sender",
    "tenants.Membership": "the tenant's people",
    "tenants.Invitation": "the tenant's people",
    "api.ApiToken": "the tenant's own systems",
    "moving.HeldRequest": "what came while the tenant moved: unread, and gone once its new home has it",
    "webhooks.WebhookEndpoint": "the tenant's own systems",
    "catalog.Category": "the tenant's goods",
    "catalog.Product": "the tenant's goods",
    "catalog.Variant": "the tenant's goods",
    "catalog.CatalogWord": "the tenant's goods",
    "catalog.ImportDraft": "the tenant's goods",
    "orders.DeliveryArea": "the tenant's fees",
    "offers.Offer": "the tenant's offers",
    "offers.OfferScope": "the tenant's offers",
    "billing.Plan": "what the tenant offers",
    "billing.BillingRules": "the tenant's own rules",
    "research.ResearchRules": "the same",
    "handoff.Team": "the tenant's own people",
    "handoff.CannedReply": "the tenant's own words",
    "exemplars.Exemplar": "the tenant's own sentences; one taken from a message comes without names and numbers",
    "topics.LearnedTopics": "learned from the tenant's own sentences",
    "exemplars.UnknownWord": "single words with how often they came; whose they were is kept nowhere",
    "payments.PaymentAccount": "where the tenant is paid",
    "payments.CallbackToken": "where the tenant's providers report",
    **dict.fromkeys(
        (
            "simulator.SimulatedCheckout",
            "simulator.SimulatedIpn",
            "simulator.SimulatedMoneyEvent",
            "simulator.SimulatedPrompt",
            "simulator.SimulatedShortCode",
            "simulator.SimulatedToken",
            "simulator.SimulatedTransfer",
        ),
        "the books of the demo's providers, as Safaricom keeps its own",
    ),
    "knowledge.Document": "the tenant's texts; a summary names nobody, and goes with its conversation all the same",
    "knowledge.Chunk": "the tenant's texts",
    "knowledge.SectionLabel": "the tenant's texts; goes with its document",
    "knowledge.ReferenceLink": "the tenant's texts; goes with its passage",
    "knowledge.DocumentSynonym": "names of the tenant's texts",
    "knowledge.Word": "the tenant's texts",
    "knowledge.Calibration": "figures of the tenant's texts",
    "knowledge.Register": "figures of the tenant's texts",
    "conversations.ContentTemplate": "shapes with sample words",
    "conversations.ChannelPace": "a moment of a channel",
    "simulator.SimulatedContent": "shapes with sample words",
}


@pytest.fixture(autouse=True)
def _own_files(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path / "media"


@pytest.fixture
def hers(make_tenant: MakeTenant) -> Rows:
    return plant(make_tenant(), HERS)


def erase(rows: Rows) -> dict[str, int]:
    return erasure.erase(rows[Tenant].pk, rows[Customer].pk, despite_open=True)


def texts() -> dict[str, str]:
    with fleet_scope():
        return dump()


def test_every_model_is_reached_or_known_to_tell_nothing_of_customers() -> None:
    reached = {reach.label(model) for model in reach.links()}
    all_of_tenants = {model._meta.label for model in wall.walled_models() if issubclass(model, TenantModel)}
    assert reached | set(OF_NO_CUSTOMER) == all_of_tenants
    assert not reached & set(OF_NO_CUSTOMER)


def test_every_reached_model_is_expired_or_knowingly_kept() -> None:
    assert {reach.label(model) for model in reach.links()} == retention.EXPIRES | set(retention.STAYS)
    assert not retention.EXPIRES & set(retention.STAYS)


def test_columns_that_name_files_are_known() -> None:
    """A path under MEDIA_ROOT in a plain column must be listed, or its file would outlive its row."""
    of_addresses = {"conversations.ProviderExchange", "payments.PaymentExchange"}  # the path of a web address
    for model in reach.links():
        names = {field.name for field in model._meta.concrete_fields}
        if names & {"path", "file", "file_name", "file_path"} and reach.label(model) not in of_addresses:
            assert files.columns(model), model


def test_a_new_table_is_reached_by_itself() -> None:
    led = {reach.label(model): [link.column for link in led] for model, led in reach.links().items()}
    assert led["tools.ToolCall"] == ["conversation_id"]  # no foreign key
    assert led["conversations.InboundMessage"] == ["conversation_id"]
    assert led["conversations.InboundMedia"] == ["message_id"]
    assert led["conversations.ProviderExchange"] == ["message_id"]
    assert led["simulator.SimulatedPhone"] == ["address"]
    assert led["simulator.SimulatedPicture"] == ["message_id"]


def test_nothing_of_her_is_left(hers: Rows, make_tenant: MakeTenant) -> None:
    """Her word is in every table with text before, and only in the tenant's own afterwards."""
    plant(make_tenant(), OTHERS)
    with fleet_scope():
        LogEntry.objects.create(
            user_id=hers[User].pk, content_type=ContentType.objects.get_for_model(Customer), action_flag=2,
            object_id=str(hers[Customer].pk), object_repr=HERS, change_message=HERS,
        )  # fmt: skip
    before = texts()
    report = erase(hers)
    after = texts()
    own = {apps.get_model(name)._meta.db_table for name in OF_NO_CUSTOMER} | {"tenants_tenant", "tenants_user"}
    assert [name for name, text in after.items() if HERS in text and name not in own] == []
    for model in reach.links():
        assert report[reach.label(model)] == 1, model
        assert str(hers[model].pk) in before[model._meta.db_table]
        assert str(hers[model].pk) not in "".join(text for name, text in after.items() if name != "django_admin_log")
        assert before[model._meta.db_table].count(OTHERS) == after[model._meta.db_table].count(OTHERS)
    assert report[files.FILES] == 2  # what they sent, and what was sent to them
    assert report[erasure.ANONYMISED] == 1
    assert LogEntry.objects.get(object_id=str(hers[Customer].pk)).object_repr == erasure.ERASED


def test_her_files_go_and_those_of_others_stay(hers: Rows, make_tenant: MakeTenant, settings: Any) -> None:
    others = plant(make_tenant(), OTHERS)
    erase(hers)
    for model in (InboundMedia, OutboundFile):
        assert not (settings.MEDIA_ROOT / hers[model].path).exists()
        assert (settings.MEDIA_ROOT / others[model].path).exists()


def test_another_customer_of_the_tenant_loses_nothing(hers: Rows) -> None:
    with tenant_scope(hers[Tenant].pk):
        other = Customer.objects.create(address="whatsapp:+254700000001", name="Other")
        conversation = Conversation.objects.create(channel=hers[Channel], customer=other)
        message = make_inbound(conversation, body="stays", turn=make_turn(conversation))
    erase(hers)
    with tenant_scope(hers[Tenant].pk):
        assert InboundMessage.objects.get() == message
        assert Customer.objects.get() == other


def test_erasing_twice_says_so(hers: Rows) -> None:
    erase(hers)
    with pytest.raises(erasure.CustomerUnknown):
        erase(hers)


def test_a_customer_of_another_tenant_is_not_found(hers: Rows, make_tenant: MakeTenant) -> None:
    with pytest.raises(erasure.CustomerUnknown):
        erasure.erase(make_tenant().id, hers[Customer].pk)
    with pytest.raises(erasure.CustomerUnknown):
        export.export(make_tenant().id, hers[Customer].pk, BytesIO())
    with tenant_scope(hers[Tenant].pk):
        assert Customer.objects.filter(pk=hers[Customer].pk).exists()


def test_after_an_erasure_the_sender_is_a_new_customer(talk: Callable[..., Talk], duka: Tenant) -> None:
    chat = talk(duka)
    chat.say("nataka viatu vya kukimbia chini ya 5000")
    old = chat.conversation
    erasure.erase(duka.id, old.customer_id)
    with tenant_scope(duka.id):
        assert not ToolCall.objects.filter(conversation_id=old.id).exists()
    assert chat.say("Hi")
    assert chat.conversation.id != old.id
    assert chat.conversation.customer_id != old.customer_id
    assert "kukimbia" not in json.dumps(chat.conversation.state)


def test_a_turn_that_runs_meanwhile_brings_nothing_back(talk: Callable[..., Talk], duka: Tenant) -> None:
    """She is erased while the model thinks, and the turn then tries to cause an effect and to commit."""
    chat = talk(duka)
    chat.say("Hi")
    conversation = chat.conversation
    chat.post(Body=f"{HERS} STOP")
    calls = []

    def think(state: Any, context: Any) -> graph.Outcome:
        outcome = graph.respond(state, context)
        erasure.erase(duka.id, conversation.customer_id)
        wanted = {"consents": {"marketing": False}, "reason": HERS}
        with pytest.raises(Stopped):
            registry.call("customer_update_preferences", wanted, context.tools)
        calls.append(registry.call("customer_update_preferences", wanted, replace(context.tools, fence=no_fence)))
        return outcome

    def no_fence(effect: str) -> None:
        """The customer is looked for all the same."""

    assert turn.run(duka.id, conversation.id, think=think)
    outbox.deliver(duka.id, conversation.id)
    assert calls[0].outcome == "customer_unknown"
    assert [name for name, text in texts().items() if HERS in text] == []
    with tenant_scope(duka.id):
        assert not Turn.objects.exists()
        assert not OutboundMessage.objects.exists()
    assert not turn.run(duka.id, conversation.id)


def test_a_turn_that_fails_meanwhile_brings_nothing_back(talk: Callable[..., Talk], duka: Tenant) -> None:
    chat = talk(duka)
    chat.post(Body=HERS)
    conversation = chat.conversation

    def think(state: Any, context: Any) -> graph.Outcome:
        erasure.erase(duka.id, conversation.customer_id)
        raise RuntimeError("after the erasure")

    assert turn.run(duka.id, conversation.id, think=think)
    assert [name for name, text in texts().items() if HERS in text] == []
