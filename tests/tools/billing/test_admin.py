"""Billing in the admin: files are taken whole or not at all, answers never shown, cases decided by who works here."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tenants.choices import Role
from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests import demo
from tests.depth import sampled
from tests.people import member, seated
from tests.tools.billing.conftest import Ask
from tools.billing.models import Account, Invoice, RefundCase
from tools.models import Event

CONFIRMED = {"_form_submitted": "on"}
ACCOUNTS = "account,plan,start_date,phone,answer\n"
INVOICES = "invoice,account,issued_on,due_on,amount,paid\n"


def text_of(response: Any) -> str:
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def bring(client: Client, kind: str, content: str) -> Any:
    file = SimpleUploadedFile("file.csv", content.encode(), content_type="text/csv")
    return client.post(f"/admin/billing/{kind}/import/", {"file": file}, follow=True)


def test_accounts_and_invoices_come_from_files(network: Tenant) -> None:
    client = seated(member(network))
    assert "Imported: 1 new, 1 as" in text_of(
        bring(client, "account", f"{ACCOUNTS}MT-1001,M,2026-10-01,,\nMT-3,M,2026-11-01,0712 000 003,Simba\n")
    )
    assert "Imported: 1 new" in text_of(
        bring(client, "invoice", f"{INVOICES}INV-9,MT-3,2026-11-01,2026-11-15,1 299,\n")
    )
    with tenant_scope(network.id):
        new, old = Account.objects.get(number="MT-3"), Account.objects.get(number="MT-1001")
        assert new.address == "whatsapp:+254712000003"
        assert new.is_answer("simba")
        assert old.is_answer("4471"), "an empty cell leaves what there is"
        assert [each.status for each in old.subscriptions.all()] == ["active", "ended"]
        assert Invoice.objects.get(number="INV-9").owed == 1299


@pytest.mark.parametrize(
    ("kind", "content", "sentence"),
    sampled(
        [
            ("account", f"{ACCOUNTS}MT-5,XL,2026-10-01,,\n", "There is no plan XL"),
            ("account", f"{ACCOUNTS}MT-5,M,1 October,,\n", "is not a date"),
            ("account", f"{ACCOUNTS}MT-5,M,2026-10-01,12,\n", "is not a phone number"),
            ("account", f"{ACCOUNTS}MT-5,M,2026-10-01,,\nMT-5,M,2026-10-01,,\n", "stands on line 2 already"),
            ("account", "account,plan\nMT-5,M\n", "The column start_date is missing"),
            ("account", "account,plan,start_date,colour\n", "is not a column of ours"),
            ("invoice", f"{INVOICES}INV-9,MT-77,2026-11-01,2026-11-15,5,\n", "There is no account MT-77"),
            ("invoice", f"{INVOICES}INV-9,MT-1001,2026-11-01,2026-11-15,5,6\n", "More is paid than"),
            ("invoice", f"{INVOICES}INV-9,MT-1001,2026-11-01,2026-10-15,5,\n", "cannot be due before"),
            ("plan", "code,name,monthly_price\nL,L,much\n", "is not a price"),
            ("plan", "", "empty"),
        ],
        quick=4,
    ),
)
def test_a_file_with_a_mistake_changes_nothing(network: Tenant, kind: str, content: str, sentence: str) -> None:
    assert sentence in text_of(bring(seated(member(network)), kind, content))
    with tenant_scope(network.id):
        assert (Account.objects.count(), Invoice.objects.count()) == (2, 2)


def test_an_answer_is_written_and_never_shown(network: Tenant) -> None:
    client = seated(member(network))
    subscriptions = {"subscriptions-TOTAL_FORMS": "0", "subscriptions-INITIAL_FORMS": "0"}
    told = {"number": "MT-8", "name": "Amina", "phone": "0712 000 008", "answer": "Kibo 17"}
    assert client.post("/admin/billing/account/add/", told | subscriptions).status_code == 302
    with tenant_scope(network.id):
        account = Account.objects.get(number="MT-8")
    assert account.is_answer("kibo-17")
    page = text_of(client.get(f"/admin/billing/account/{account.pk}/change/"))
    assert "+254712000008" in page
    assert "Kibo" not in page
    again = told | {"answer": "", "name": "Amina O."} | subscriptions
    assert client.post(f"/admin/billing/account/{account.pk}/change/", again).status_code == 302
    with tenant_scope(network.id):
        assert Account.objects.get(number="MT-8").is_answer("Kibo 17")


def test_there_is_one_set_of_rules(network: Tenant) -> None:
    client = seated(member(network))
    told = {"cooling_off_days": 7, "processing_sla_business_days": 3, "refund_to_method_days": "7", "most_tries": 3}
    second = client.post("/admin/billing/billingrules/add/", told | {"verified_hours": 24})
    assert "There are rules already." in text_of(second)
    assert "The last four digits" in text_of(client.get("/admin/billing/billingrules/"))


def test_an_operator_decides_a_case_and_it_is_told(network: Tenant, holder: Ask) -> None:
    holder("open_refund_case", reason="overcharge", amount="100", invoice_id="INV-1", description="Billed twice")
    with tenant_scope(network.id):
        case = RefundCase.objects.get()
    client = seated(member(network, Role.OPERATOR))
    path = f"/admin/billing/refundcase/{case.pk}/"
    page = text_of(client.get(f"{path}change/"))
    for told in ("R10001", "KES 100", "INV-1", "Billed twice", f"{path}approve/"):
        assert told in page
    assert client.post(f"{path}approve/", CONFIRMED).status_code == 200
    with tenant_scope(network.id):
        case.refresh_from_db()
        assert case.status == "approved"
        assert Event.objects.filter(name="billing.refund_approved").count() == 1
    assert f"{path}approve/" not in text_of(client.get(f"{path}change/"))


def test_only_the_demo_network_bills(db: None) -> None:
    with tenant_scope(demo.put("mtandao").id):
        assert Invoice.objects.get(number="INV-20251001").account.number == "MT-100201"


def test_what_is_owed_is_told_with_its_currency(network: Tenant) -> None:
    client = seated(member(network))
    with tenant_scope(network.id):
        account = Account.objects.get(number="MT-1001")
        for number, currency, amount in (("INV-71", "USD", 20), ("INV-72", "KES", 700)):
            Invoice.objects.create(
                number=number, account=account, issued_on="2026-11-01", due_on="2026-11-15", amount=amount,
                currency=currency,
            )  # fmt: skip
    listed = text_of(client.get("/admin/billing/account/"))
    assert "USD 20" in listed
    assert "KES" in listed
