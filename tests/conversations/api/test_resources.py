"""What a tenant's own systems read and do, through HTTP, with what comes of it."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from conversations.api.models import ApiWrite
from conversations.models import Conversation, OutboundMessage
from conversations.rights import erasure
from knowledge.models import Document
from tenants.consent import standing
from tenants.models import ConsentEntry, Customer, Tenant
from tenants.scope import tenant_scope
from tests.conversations.api.system import System
from tests.people import agree, furnish, member, new_tenant
from tools.billing.models import RefundCase
from tools.catalog.models import Product, Variant
from tools.handoff.models import CannedReply, HandoffTicket, TicketAction
from tools.models import Event
from tools.orders.models import Order, OrderEvent

pytestmark = pytest.mark.django_db
SID = "HX" + "1" * 32


@pytest.fixture
def shop(db: None) -> Tenant:
    tenant = new_tenant(name="Duka")
    tenant.rows = furnish(tenant, "word")  # type: ignore[attr-defined]
    return tenant


@pytest.fixture
def system(shop: Tenant) -> System:
    return System(shop)


def row(shop: Any, model: type) -> Any:
    return shop.rows[model]


def test_every_list_gives_its_rows_page_by_page(system: System, shop: Tenant) -> None:
    with tenant_scope(shop.id):
        for number in range(5):
            Product.objects.create(key=f"p{number}", title=f"Product {number}")
    titles, cursor = [], ""
    while cursor is not None:
        told = system.get(f"products/?limit=2{'&cursor=' + cursor if cursor else ''}")
        assert len(told["results"]) == 2
        titles += [each["title"] for each in told["results"]]
        cursor = told["next_cursor"]
    assert titles == ["Product 4", "Product 3", "Product 2", "Product 1", "Product 0", "word"]
    for wrong in ("cursor=x", "cursor=%00", "limit=0", "limit=101", "limit=x"):
        system.refused(422, "invalid", "GET", f"products/?{wrong}")
    for name in ("orders", "customers", "conversations", "tickets", "documents", "refund-cases"):
        assert [each["id"] for each in system.get(f"{name}/")["results"]], name


def test_stock_is_set_and_changed_for_all_lines_or_none(system: System, shop: Tenant) -> None:
    with tenant_scope(shop.id):
        product = row(shop, Product)
        Variant.objects.create(product=product, sku="KG/1", price=Decimal(5), unit="kg", stock=Decimal(3))
    lines = [{"sku": "word", "stock": "7"}, {"sku": "KG/1", "change": "-1.5"}, {"sku": "word", "change": 1}]
    told = system.post("stock/", {"lines": lines})
    assert [each["stock"] for each in told["variants"]] == ["8.000", "1.500", "8.000"]
    for lines, status, code in (
        ([{"sku": "word", "stock": 1}, {"sku": "no such", "stock": 1}], 422, "invalid"),
        ([{"sku": "word", "stock": "1.5"}], 422, "invalid"),
        ([{"sku": "word", "stock": 1, "change": 1}], 422, "invalid"),
        ([{"sku": "word", "change": "999999999"}] * 12, 422, "invalid"),
        ([{"sku": "word", "stock": 1}, {"sku": "word", "change": -2}], 409, "out_of_stock"),
    ):
        system.refused(status, code, "POST", "stock/", {"lines": lines})
    with tenant_scope(shop.id):
        assert Variant.objects.get(sku="word").stock == 8


def test_an_order_is_moved_on_along_its_steps_and_its_customer_hears(system: System, shop: Tenant) -> None:
    order = row(shop, Order)
    with tenant_scope(shop.id):
        Order.objects.update(status="paid")
    assert system.get(f"orders/?number={order.number}")["results"][0]["next_steps"][0] == "preparing"
    path = f"orders/{order.pk}/status/"
    assert system.post(path, {"status": "shipped"})["status"] == "shipped"
    system.refused(409, "step_forbidden", "POST", path, {"status": "cancelled"})
    system.refused(422, "invalid", "POST", path, {"status": "paid"})
    system.refused(404, "not_found", "POST", f"orders/{uuid4()}/status/", {"status": "shipped"})
    with tenant_scope(shop.id):
        assert OrderEvent.objects.get().by == "Web shop (API)"
        assert Event.objects.get(name="order.status_changed").facts["status"] == "shipped"


def test_consent_goes_into_the_ledger_with_its_proof(system: System, shop: Tenant) -> None:
    customer = row(shop, Customer)
    change = {"consents": {"marketing": True}, "words": "yes please", "language_preference": "sw"}
    told = system.ask("PATCH", f"customers/{customer.pk}/", change).json()
    assert (told["consents"], told["language_preference"]) == ({"marketing": True}, "sw")
    with tenant_scope(shop.id):
        entry = ConsentEntry.objects.get()
        assert (entry.source, entry.reason, entry.words) == ("staff", "Web shop (API)", "yes please")
        assert standing.of(customer.pk).refusal("marketing") is None
    for wrong in ({}, {"consents": {"everything": True}}, {"language_preference": "fr"}, {"called": "x" * 61}):
        system.refused(422, "invalid", "PATCH", f"customers/{customer.pk}/", wrong)


def test_a_message_goes_out_through_the_one_door(
    system: System, shop: Tenant, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    path = f"conversations/{row(shop, Conversation).pk}/messages/"
    sent = system.post(path, {"text": "Your shoes are here."}, status=202)
    assert (sent["status"], sent["purpose"], sent["direction"]) == ("queued", "service", "out")
    assert system.get(path)["results"][0] == sent
    system.refused(409, "not_consented", "POST", path, {"text": "Sale!", "purpose": "marketing"})
    with tenant_scope(shop.id):
        agree(row(shop, Customer), service=False)
    system.refused(409, "not_consented", "POST", path, {"text": "Your shoes are here."})
    for wrong in ({}, {"text": ""}, {"text": "x", "template": "y"}, {"text": "x", "purpose": "answer"}):
        system.refused(422, "invalid", "POST", path, wrong)


def test_after_a_day_only_a_template_and_never_beside_a_person(system: System, shop: Tenant) -> None:
    talk = row(shop, Conversation)
    path = f"conversations/{talk.pk}/messages/"
    with tenant_scope(shop.id):
        Conversation.objects.update(last_inbound_at=None)
        CannedReply.objects.create(shortcut="ready", text="{name}, {order} is ready at {business}.", content_sid=SID)
    system.refused(409, "window_closed", "POST", path, {"text": "hello"})
    system.refused(422, "invalid", "POST", path, {"template": "ready"})
    system.refused(422, "invalid", "POST", path, {"template": "word"})
    sent = system.post(path, {"template": "ready", "values": {"order": "A1"}}, status=202)
    assert sent["body"] == "word, A1 is ready at Duka."
    with tenant_scope(shop.id):
        assert OutboundMessage.objects.get(pk=sent["id"]).reply["variables"] == {"1": "word", "2": "A1", "3": "Duka"}
        Conversation.objects.update(owner="operator", operator=member(shop), last_inbound_at=timezone.now())
    system.refused(409, "person_has_it", "POST", path, {"text": "hello"})


def test_an_answers_trace_is_fetched_by_its_id(system: System, shop: Tenant) -> None:
    messages = system.get(f"conversations/{row(shop, Conversation).pk}/messages/")["results"]
    traces = {each["turn_id"] for each in messages}
    assert len(traces) == 1
    assert system.get(f"turns/{traces.pop()}/")["problem"] == "word"


def test_a_ticket_is_noted_assigned_and_resolved(system: System, shop: Tenant) -> None:
    ticket, talk = row(shop, HandoffTicket), row(shop, Conversation)
    who = member(shop)
    with tenant_scope(shop.id):
        Conversation.objects.update(owner="operator", operator=who)
    path = f"tickets/{ticket.pk}"
    assert system.post(f"{path}/notes/", {"text": f"Paid at the till @{who.username}"})["notes"][0]["author"] is None
    assert system.post(f"{path}/assignee/", {"assignee": who.username})["assignee"] == who.username
    system.refused(422, "invalid", "POST", f"{path}/assignee/", {"assignee": "nobody we know"})
    system.refused(409, "not_possible", "POST", f"{path}/resolution/", {})
    with tenant_scope(shop.id):
        Conversation.objects.update(owner="nobody", operator=None)
    assert system.post(f"{path}/resolution/", {"words": "Settled."})["status"] == "resolved"
    with tenant_scope(shop.id):
        assert Conversation.objects.get(pk=talk.pk).is_assistants
        assert TicketAction.objects.filter(action="by a system", detail="Web shop").count() == 3


def test_a_refund_case_is_decided_once(system: System, shop: Tenant) -> None:
    path = f"refund-cases/{row(shop, RefundCase).pk}/decision/"
    told = system.post(path, {"decision": "approve"})
    assert (told["status"], told["decided_by"]) == ("approved", "Web shop (API)")
    system.refused(409, "decided_before", "POST", path, {"decision": "reject"})


def test_usage_counts_by_day_of_the_business(system: System, shop: Tenant) -> None:
    day = system.get("usage/")["days"][-1]
    today = timezone.localdate(timezone=ZoneInfo(shop.time_zone)).isoformat()
    assert (day["messages_in"], day["turns"], day["day"]) == (1, 1, today)
    for wrong in ("since=2026-01-01&until=2025-01-01", "since=0001-01-01&until=9999-12-31", "since=x"):
        system.refused(422, "invalid", "GET", f"usage/?{wrong}")


def test_a_document_is_uploaded_and_followed(system: System, shop: Tenant, settings: Any, tmp_path: Any) -> None:
    settings.MEDIA_ROOT = tmp_path

    def upload(content: bytes, key: str) -> Any:
        file = SimpleUploadedFile("returns.md", content, content_type="text/markdown")
        told = {"Authorization": f"Bearer {system.token}", "Idempotency-Key": key}
        return system.client.post("/api/v1/documents/", {"file": file, "kind": "policy"}, headers=told)

    first = upload(b"# Returns\n\nYou have 14 days.", "k1")
    assert (first.status_code, first.json()["stage"]) == (202, "waiting")
    assert upload(b"# Returns\n\nYou have 14 days.", "k1").json() == first.json()
    assert upload(b"# Returns\n\nYou have 15 days.", "k1").json()["code"] == "key_used"
    assert upload(b"", "k2").status_code == 422
    assert system.get(f"documents/{first.json()['id']}/")["kind"] == "policy"
    with tenant_scope(shop.id):
        assert Document.objects.filter(key="returns.md").count() == 1


def test_a_write_is_done_once_under_its_key(system: System, shop: Tenant) -> None:
    path, body = "stock/", {"lines": [{"sku": "word", "change": 2}]}
    first = system.post(path, body, key="once")
    again = system.ask("POST", path, body, key="once")
    assert (again.json(), again.headers["Idempotent-Replayed"]) == (first, "true")
    other = System(shop)
    assert other.post(path, body, key="once") != first, "a key is its token's own"
    system.refused(422, "key_used", "POST", path, {"lines": [{"sku": "word", "change": 3}]}, key="once")
    assert system.client.post(
        "/api/v1/stock/", body, content_type="application/json", headers={"Authorization": f"Bearer {system.token}"}
    ).json()["code"] == "key_missing"  # fmt: skip
    system.refused(409, "out_of_stock", "POST", path, {"lines": [{"sku": "word", "change": -9}]}, key="refused")
    system.post(path, {"lines": [{"sku": "word", "change": -1}]}, key="refused")
    with tenant_scope(shop.id):
        assert Variant.objects.get(sku="word").stock == 3


def test_the_kept_answer_goes_with_its_customer(system: System, shop: Tenant) -> None:
    customer = row(shop, Customer)
    assert system.ask("PATCH", f"customers/{customer.pk}/", {"called": "Asha"}, key="k").status_code == 200
    erasure.erase(shop.id, customer.pk, despite_open=True)
    with tenant_scope(shop.id):
        assert not ApiWrite.objects.exists()
    system.refused(404, "not_found", "PATCH", f"customers/{customer.pk}/", {"called": "Asha"}, key="k")


def test_what_cannot_be_read_is_refused_in_one_shape(system: System) -> None:
    system.refused(400, "unreadable", "POST", "stock/", b"{")
    system.refused(422, "invalid", "POST", "stock/", [])
    system.refused(405, "method_not_allowed", "DELETE", "stock/", {})
    system.refused(413, "too_large", "POST", "stock/", b" " * 300_000)
    system.refused(404, "not_found", "GET", "nothing/such/")
    system.refused(404, "not_found", "GET", "orders/no-id/")
    system.refused(404, "not_found", "POST", "orders/%0A/status/", {})
    told = system.client.post("/api/v1/stock/", "x", content_type="text/plain", headers={
        "Authorization": f"Bearer {system.token}", "Idempotency-Key": "k"})  # fmt: skip
    assert (told.status_code, told.json()["code"]) == (415, "unsupported_media_type")
