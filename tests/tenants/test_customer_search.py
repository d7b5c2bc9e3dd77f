"""Customers are found in the admin by the beginnings of their words and by their number, of one business or of all."""

import pytest
from django.urls import reverse

from conversations.models import Conversation
from tenants.customers import search
from tenants.models import Channel, Customer, Tenant
from tenants.scope import tenant_scope
from tests.people import member, new_tenant, platform, seated

pytestmark = pytest.mark.django_db
WANJIRU, OTIENO, VISITOR = "Wanjiru Ndung'u", "Otieno Mwangi", "web:visitor-77"


@pytest.fixture
def shop() -> Tenant:
    tenant = new_tenant()
    with tenant_scope(tenant.id):
        Customer.objects.create(
            address="whatsapp:+254712345678", phone_e164="+254712345678", name=WANJIRU, called="Shiru"
        )
        Customer.objects.create(address="whatsapp:+256770011222", phone_e164="+256770011222", name=OTIENO)
        Customer.objects.create(address=VISITOR, told_phone="+254733900811")
    return tenant


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("wanj", {WANJIRU}), ("NDUNG", {WANJIRU}), ("ndung'u wanjiru", {WANJIRU}), ("shi", {WANJIRU}),
        ("otieno m", {OTIENO}), ("otieno k", set()), ("anjiru", set()), ("nobody", set()),
        ("0712 345 678", {WANJIRU}), ("+254 712-345-678", {WANJIRU}), ("712345", {WANJIRU}), ("5678", {WANJIRU}),
        ("0770", {OTIENO}), ("256", {OTIENO}), ("0733900811", {""}), ("0811", {""}), ("visitor", {""}),
        ("whatsapp", {WANJIRU, OTIENO}), ("' & | !(", set()), ("\0", set()), ("0", {""}), ("the of", set()),
        (" ".join(["w"] * 200), {WANJIRU, OTIENO, ""}),
    ],
)  # fmt: skip
def test_by_beginnings_and_numbers(shop: Tenant, text: str, names: set[str]) -> None:
    with tenant_scope(shop.id):
        assert {one.name for one in search.found(Customer.objects.all(), text)} == names


def test_what_changes_is_found_at_once_and_what_was_is_not(shop: Tenant) -> None:
    with tenant_scope(shop.id):
        Customer.objects.filter(name=OTIENO).update(name="Achieng")
        assert search.found(Customer.objects.all(), "achi").get().name == "Achieng"
        assert not search.found(Customer.objects.all(), "otieno").exists()


def test_conversations_are_found_by_their_customer(shop: Tenant) -> None:
    with tenant_scope(shop.id):
        for customer in Customer.objects.all():
            Conversation.objects.create(channel=Channel.objects.get(), customer=customer)
        found = search.with_customer(Conversation.objects.all(), "0712345678")
        assert [str(one.customer.name) for one in found] == [WANJIRU]
        assert not search.with_customer(Conversation.objects.all(), "( )").exists()


def test_a_business_finds_its_own_and_platform_staff_find_all(shop: Tenant) -> None:
    other = new_tenant()
    with tenant_scope(other.id):
        Customer.objects.create(address="whatsapp:+254799111222", name="Wanjiku Theirs")
    path = f"{reverse('admin:tenants_customer_changelist')}?q=wanj"
    own = seated(member(shop)).get(path).content.decode()
    assert WANJIRU.split()[0] in own
    assert "Wanjiku Theirs" not in own
    everybody = seated(platform()).get(path).content.decode()
    assert "Wanjiku Theirs" in everybody
    assert WANJIRU.split()[0] in everybody


def test_of_many_businesses_none_are_listed_beside_a_list(monkeypatch: pytest.MonkeyPatch) -> None:
    new_tenant(name="Duka la Kwanza")
    new_tenant()
    staff, path = seated(platform()), reverse("admin:tenants_customer_changelist")
    assert "Duka la Kwanza" in staff.get(path).content.decode()
    monkeypatch.setattr("tenants.admin.scoped.OFFERED", 0)
    assert "Duka la Kwanza" not in staff.get(path).content.decode()
