"""Tasks, tools and commands that run for us with another tenant's ids change nothing of theirs and tell nothing."""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import ObjectDoesNotExist
from django.core.management import CommandError, call_command, get_commands, load_command_class
from django.utils import timezone

from config.celery import app
from conversations.inbox import media
from conversations.inbox.media.download import Downloaded
from conversations.models import Conversation, InboundMedia, OutboundFile, OutboundMessage
from conversations.rights import erasure, export, files
from knowledge.models import Document
from tenants.models import Channel, Customer, Tenant
from tenants.scope import tenant_scope
from tests.depth import sampled
from tests.isolation.conftest import THEIRS, secrets_of
from tests.isolation.plant import Rows
from tests.loopback.twilio_server import TwilioServer
from tests.tools.catalog.shops import csv_of
from tools import registry
from tools.catalog.models import Category, Product, Variant
from tools.contract import Tool, ToolContext
from tools.models import Event
from tools.offers.models import Offer
from tools.orders.models import Order
from tools.payments.models import IncomingPayment, Payment, PaymentAccount
from tools.research.models import ResearchRun
from tools.webhooks.models import WebhookDelivery

Untouched = Callable[[], bool]
OUR_ROOMS = ("tenants", "knowledge", "tools", "conversations", "config")

# A task's arguments beside our tenant's id: ids of theirs.
TASKS: dict[str, Callable[[Rows], dict[str, str]]] = {
    "conversations.tasks.process_conversation": lambda rows: {"conversation_id": str(rows[Conversation].pk)},
    "conversations.tasks.take_events": lambda rows: {"conversation_id": str(rows[Conversation].pk)},
    "conversations.tasks.deliver_conversation": lambda rows: {"conversation_id": str(rows[Conversation].pk)},
    "conversations.tasks.reconcile_conversation": lambda rows: {"conversation_id": str(rows[Conversation].pk)},
    "conversations.tasks.fetch_media": lambda rows: {"media_id": str(rows[InboundMedia].pk)},
    "conversations.tasks.show_typing": lambda rows: {"channel_id": str(rows[Channel].pk), "provider_id": "SM1"},
    "conversations.tasks.draft_summaries": lambda rows: {},
    "conversations.tasks.release_left": lambda rows: {},
    "conversations.tasks.call_for_payment": lambda rows: {"payment_id": str(rows[Payment].pk)},
    "catalog.embed_catalog": lambda rows: {},
    "topics.learn_topics": lambda rows: {},
    "orders.expire": lambda rows: {},
    "payments.ask": lambda rows: {"payment_id": str(rows[Payment].pk)},
    "payments.ask_transaction": lambda rows: {"incoming_id": str(rows[IncomingPayment].pk)},
    "payments.pull": lambda rows: {"account_id": str(rows[PaymentAccount].pk)},
    "knowledge.read_document": lambda rows: {"document_id": str(rows[Document].pk)},
    "knowledge.embed_library": lambda rows: {},
    "knowledge.index_vectors": lambda rows: {},
    "rights.expire": lambda rows: {},
    "tools.handoff.tasks.wake_snoozed": lambda rows: {},
    "handoff.mail_away": lambda rows: {},
    "research.step": lambda rows: {"run_id": str(rows[ResearchRun].pk)},
    "moving.send_on": lambda rows: {},
    "webhooks.deliver": lambda rows: {"delivery_id": str(rows[WebhookDelivery].pk)},
}
OF_ALL_TENANTS = {
    "conversations.tasks.heartbeat": "a time",
    "catalog.embed_outdated": "finds tenants and asks for one task each",
    "payments.report_all": "logs the number of findings, tenant by tenant",
    "conversations.tasks.draft_all_summaries": "finds tenants and asks for one task each",
    "rights.keep_months": "makes and drops whole partitions; what a business keeps it leaves, which its tests show",
    "rights.expire_all": "finds tenants and asks for one task each",
    "handoff.mail_all_away": "finds tenants and asks for one task each",
    "knowledge.catch_up": "finds tenants and documents and asks for one task each",
}
# Commands that name a tenant, with what they take beside it.
COMMANDS: dict[str, Callable[[Rows, Path], list[str]]] = {
    "calibrate": lambda rows, folder: ["--tenant=ours"],
    "index_vectors": lambda rows, folder: ["--tenant=ours"],
    "link_library": lambda rows, folder: ["--tenant=ours"],
    "rescan_library": lambda rows, folder: ["--tenant=ours"],
    "ingest": lambda rows, folder: [str(_document_of(rows, folder)), "--tenant=ours"],
    "embed_catalog": lambda rows, folder: [],
    "import_catalog": lambda rows, folder: [str(_catalog_of(rows, folder))],
    "payments_report": lambda rows, folder: [],
    "export_customer": lambda rows, folder: [rows[Customer].address, str(folder / "out.zip")],
    "erase_customer": lambda rows, folder: [rows[Customer].address, "--yes", "--despite-open-orders"],
    "freeze_tenant": lambda rows, folder: [],
    "export_tenant": lambda rows, folder: [str(folder / "out.zip")],
    "redirect_tenant": lambda rows, folder: ["https://new.example", "0" * 64],
    "remove_tenant": lambda rows, folder: ["--yes"],
}
OF_THE_INSTALLATION = {
    "migrate": "runs as the owner",
    "doctor": "tells of channels and payment accounts which are not well, and shows nothing of theirs",
    "rotate_secrets": "seals each secret for its own tenant",
    "remove_second_factor": "of a login, by whoever has the command line",
    "import_tenant": "takes in a tenant that is not here, and leaves those that are",
    "tell": "writes to the demo tenants as their customers do",
    "grow": "makes test businesses, and removes those that it has named",
    "load_demo": "makes the demo tenants, and leaves those that exist",
}


@pytest.fixture
def waiting(theirs: Rows) -> Rows:
    """Theirs, with something to do for every task."""
    now = timezone.now()
    with tenant_scope(theirs[Tenant].pk):
        Conversation.objects.update(due_at=now, lease_until=None)
        OutboundMessage.objects.update(status="queued", due_at=now)
        InboundMedia.objects.update(status="pending", due_at=now)
        Event.objects.update(taken_at=None)
        Payment.objects.update(status="pending", method="card", ask_at=now, asked_at=None)
        IncomingPayment.objects.update(status="held", ask_at=now, confirmed_at=None)
        PaymentAccount.objects.update(pull_registered_at=now, pulled_at=None)
        Tenant.objects.update(retention_days=30)
        WebhookDelivery.objects.update(status="waiting", due_at=now)
    return theirs


def test_every_task_is_tried_or_has_a_reason() -> None:
    app.loader.import_default_modules()
    assert {name for name in app.tasks if not name.startswith("celery.")} == set(TASKS) | set(OF_ALL_TENANTS)


@pytest.mark.parametrize("name", TASKS)
def test_a_task_with_their_ids_does_nothing(
    name: str, waiting: Rows, ours: Rows, untouched: Untouched, to_twilio: TwilioServer
) -> None:
    app.loader.import_default_modules()
    arguments = {"tenant_id": str(ours[Tenant].pk)} | TASKS[name](waiting)
    with suppress(ObjectDoesNotExist):  # a refusal: their row does not exist for us
        app.tasks[name](**arguments)
    assert to_twilio.received == []
    assert untouched()


@pytest.fixture
def tool_context(ours: Rows) -> ToolContext:
    return ToolContext(
        tenant_id=ours[Tenant].pk, conversation_id=ours[Conversation].pk, request_id=uuid4(),
        customer_id=ours[Customer].pk, now=timezone.now(),
    )  # fmt: skip


@pytest.mark.parametrize("tool", registry.TOOLS, ids=lambda tool: tool.name)
def test_a_tool_with_their_ids_tells_nothing(
    tool: Tool[Any, Any], ours: Rows, theirs: Rows, tool_context: ToolContext, untouched: Untouched
) -> None:
    asked = ""  # what we said ourselves before may be told again
    for arguments in forged(tool, theirs):
        asked += json.dumps(arguments)
        answer = json.dumps(registry.call(tool.name, arguments, tool_context).answer.model_dump(mode="json"))
        assert [secret for secret in secrets_of(theirs) if secret in answer and secret not in asked] == [], arguments
    assert untouched()


@pytest.mark.parametrize("tool", sampled(registry.TOOLS, quick=9), ids=lambda tool: tool.name)
def test_a_tool_for_their_conversation_and_customer_tells_nothing(
    tool: Tool[Any, Any], ours: Rows, theirs: Rows, untouched: Untouched
) -> None:
    """Should a context ever be mixed up, the tenant in it still decides."""
    context = ToolContext(
        tenant_id=ours[Tenant].pk, conversation_id=theirs[Conversation].pk, request_id=uuid4(),
        customer_id=theirs[Customer].pk, now=timezone.now(),
    )  # fmt: skip
    for arguments in ({}, *forged(tool, theirs)):
        answer = json.dumps(registry.call(tool.name, arguments, context).answer.model_dump(mode="json"))
        assert [secret for secret in secrets_of(theirs) if secret in answer and secret not in str(arguments)] == []
    assert untouched()


def forged(tool: Tool[Any, Any], rows: Rows) -> Iterator[dict[str, Any]]:
    """Each argument with each of their ids, in the shape that the tool's schema asks for."""
    texts = [
        str(rows[Tenant].pk), str(rows[Customer].pk), str(rows[Conversation].pk), rows[Customer].address,
        str(rows[Product].pk), str(rows[Variant].pk), rows[Variant].sku, rows[Product].key, rows[Category].path,
        str(rows[Order].pk), rows[Order].number, rows[Offer].code,
        str(rows[Payment].pk),
    ]  # fmt: skip
    schema = tool.args.model_json_schema().get("properties", {})
    required = {name: "x" for name, field in tool.args.model_fields.items() if field.is_required()}
    for name, rule in schema.items():
        for text in texts:
            for value in _shaped(rule, text):
                yield required | {name: value}


def _shaped(rule: dict[str, Any], text: str) -> Iterator[Any]:
    for kind in rule.get("anyOf", [rule]):
        match kind.get("type"):
            case "string":
                yield text
            case "array":
                yield [text]
            case "object":
                yield {"colour": text}
                yield {text: True}


def test_the_forged_arguments_reach_the_tools(theirs: Rows) -> None:
    tried = {name for tool in registry.TOOLS for arguments in forged(tool, theirs) for name in arguments}
    assert {"item_id", "query", "category", "attributes", "exclude_item_ids"} <= tried


def _commands() -> dict[str, bool]:
    """Our own commands, and whether each names a tenant."""
    found = {name: room for name, room in get_commands().items() if str(room).startswith(OUR_ROOMS)}
    parsers = {name: load_command_class(room, name).create_parser("manage.py", name) for name, room in found.items()}
    return {name: any(it.dest == "tenant" for it in parser._actions) for name, parser in parsers.items()}


def test_every_command_is_tried_or_has_a_reason() -> None:
    assert {name for name, names_tenant in _commands().items() if names_tenant} == set(COMMANDS)
    assert {name for name, names_tenant in _commands().items() if not names_tenant} == set(OF_THE_INSTALLATION)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_for_us_with_their_names_does_nothing_to_them(
    name: str, ours: Rows, theirs: Rows, untouched: Untouched, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    refusal = ""
    try:
        arguments = COMMANDS[name](theirs, tmp_path)
        call_command(name, *([] if "--tenant=ours" in arguments else ["ours"]), *arguments)
    except CommandError as error:
        refusal = str(error)
    said = capsys.readouterr()
    assert THEIRS not in refusal + said.out + said.err
    assert not (tmp_path / "out.zip").exists()
    assert untouched()


def _catalog_of(rows: Rows, folder: Path) -> Path:
    """A file that names their product and their SKU."""
    path = folder / "catalog.csv"
    path.write_bytes(csv_of(f"{rows[Variant].sku},{rows[Product].key},Taken over,,,,,,5,KES,1,,"))
    return path


def _document_of(rows: Rows, folder: Path) -> Path:
    """A file with the name of their document."""
    path = folder / f"{rows[Document].pk}.md"
    path.write_text("# Taken over\nA text of ours that has nothing to do with theirs.")
    return path


def test_a_file_lies_in_its_tenants_folder(ours: Rows, settings: Any) -> None:
    with tenant_scope(ours[Tenant].pk):
        InboundMedia.objects.update(status="pending", due_at=timezone.now(), path="")

    def download(url: str, file: Any, **options: Any) -> Downloaded:
        file.write(b"\x89PNG\r\n\x1a\n")
        return Downloaded(content_type="image/png", size=8, sha256="x")

    media.fetch(ours[Tenant].pk, ours[InboundMedia].pk, download=download)
    with tenant_scope(ours[Tenant].pk):
        path = media.path_of(InboundMedia.objects.get())
    assert path.is_file()
    assert path.relative_to(settings.MEDIA_ROOT).parts[0] == str(ours[Tenant].pk)


def test_a_row_that_names_their_file_gives_it_to_nobody(
    ours: Rows, theirs: Rows, settings: Any, tmp_path: Path
) -> None:
    with tenant_scope(ours[Tenant].pk):
        for model in (InboundMedia, OutboundFile):
            model.objects.update(path=theirs[model].path)
            assert list(files.of_rows(model, [ours[model].pk])) == []
    with (tmp_path / "out.zip").open("xb") as target:
        assert export.export(ours[Tenant].pk, ours[Customer].pk, target)[files.FILES] == 0
    erasure.erase(ours[Tenant].pk, ours[Customer].pk, despite_open=True)
    for model in (InboundMedia, OutboundFile):
        assert (settings.MEDIA_ROOT / theirs[model].path).is_file()
