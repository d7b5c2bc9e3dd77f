"""What a new business has to set up: ticked off by its own rows, each a click away, and gone when it is done."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from lxml import html

from conversations.models import Conversation
from knowledge.models import Document
from tenants.choices import Role
from tenants.models import Channel, Customer, Tenant
from tenants.scope import fleet_scope, tenant_scope
from tests.loopback.twilio_server import TwilioServer
from tests.people import member, platform, seated
from tests.tenants.test_admin_settings import form
from tools.catalog.models import Product
from tools.payments.models import PaymentAccount

pytestmark = pytest.mark.django_db
MakeTenant = Callable[..., Tenant]
STEPS = ["Connect your WhatsApp number", "Tell the assistant what you have", "Say how customers pay"]


@pytest.fixture
def tenant(make_tenant: MakeTenant) -> Tenant:
    return make_tenant()


@pytest.fixture
def client(tenant: Tenant) -> Client:
    return seated(member(tenant))


def shown(client: Client) -> dict[str, bool]:
    """Each step by its title, and whether it is ticked; nothing when there is no list."""
    page = html.fromstring(client.get("/admin/").content.decode())
    return {
        item.find(".//strong").text: item.get("class") == "tulia-done" for item in page.xpath("//*[@id='setup']//li")
    }


def test_each_step_is_ticked_by_its_rows_and_the_list_goes_with_the_last(
    client: Client, tenant: Tenant, to_twilio: TwilioServer
) -> None:
    assert shown(client) == dict.fromkeys([*STEPS, "Write the first message"], False)
    with tenant_scope(tenant.id):
        channel = Channel.objects.get()
    test = reverse("admin:tenants_channel_test_connection", args=[channel.pk])
    assert test in client.get("/admin/").content.decode()
    to_twilio.fail_next((401, {"code": 20003, "message": "Authenticate", "status": 401}))
    client.get(test)
    assert not shown(client)[STEPS[0]]
    client.get(test)
    assert shown(client)[STEPS[0]]

    def write(change: Callable[[], object]) -> dict[str, bool]:
        with tenant_scope(tenant.id):
            change()
        return shown(client)

    assert not write(lambda: Product.objects.create(key="p", title="P", is_active=False))[STEPS[1]]
    assert write(lambda: Product.objects.update(is_active=True))[STEPS[1]]
    assert not write(lambda: Product.objects.all().delete())[STEPS[1]]
    assert write(lambda: Document.objects.create(key="d", title="D", file_name="d", status="ready"))[STEPS[1]]
    # An account alone is not enough while none of its ways to pay is offered.
    assert not write(lambda: PaymentAccount.objects.create(provider="daraja", short_code="600984"))[STEPS[2]]
    assert write(lambda: Tenant.objects.update(payments_enabled={"mpesa_stk": True}))[STEPS[2]]
    assert not write(lambda: PaymentAccount.objects.update(problem="Wrong passkey."))[STEPS[2]]
    assert write(lambda: PaymentAccount.objects.update(problem=""))[STEPS[2]]
    with tenant_scope(tenant.id):
        customer = Customer.objects.create(address="whatsapp:+254700000009")
        Conversation.objects.create(channel=channel, customer=customer)
    assert not shown(client)["Write the first message"]
    assert write(lambda: Conversation.objects.update(last_inbound_at=timezone.now())) == {}


def test_another_token_must_be_tested_again(client: Client, tenant: Tenant, to_twilio: TwilioServer) -> None:
    with tenant_scope(tenant.id):
        channel = Channel.objects.get()
    client.get(reverse("admin:tenants_channel_test_connection", args=[channel.pk]))
    path = reverse("admin:tenants_channel_change", args=[channel.pk])
    same = {"name": "Renamed", "sender": channel.sender, "twilio_account": channel.twilio_account, "is_active": "on"}
    client.post(path, same | {"messages_per_second": "80", "auth_token": ""})
    assert shown(client)[STEPS[0]]
    client.post(path, same | {"messages_per_second": "80", "auth_token": "another"})
    assert not shown(client)[STEPS[0]]


def test_a_business_may_go_without_payments(client: Client, tenant: Tenant) -> None:
    path = reverse("admin:without_payments")
    assert seated(member(tenant, Role.OPERATOR)).post(path).status_code == 403
    assert client.get(path).status_code == 403
    assert not shown(client)[STEPS[2]]
    client.post(path)
    assert shown(client)[STEPS[2]]


def test_only_who_runs_the_business_sees_the_list(tenant: Tenant) -> None:
    assert shown(seated(member(tenant, Role.OPERATOR))) == {}
    assert shown(seated(platform())) == {}


def test_every_link_of_the_list_opens(client: Client) -> None:
    page = html.fromstring(client.get("/admin/").content.decode())
    links = page.xpath("//*[@id='setup']//a/@href")
    assert len(links) == 5
    for link in links:
        if link.startswith("/") and "test-connection" not in link:
            assert client.get(link).status_code == 200


def test_whoever_adds_a_business_works_there_next() -> None:
    staff = seated(platform())
    assert "Add the first business" in staff.get("/admin/").content.decode()
    page = staff.post(reverse("admin:tenants_tenant_add"), form(slug="mpya", is_active="on"), follow=True)
    assert "you work there now" in page.content.decode()
    assert list(shown(staff)) == [*STEPS, "Write the first message"]
    with fleet_scope():
        assert Tenant.objects.get().slug == "mpya"
