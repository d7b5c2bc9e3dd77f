"""Who sits where: roles, several memberships, none, and what the frame around a page shows."""

from collections.abc import Callable
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse

from tenants import scope
from tenants.admin.seat import outside_scope
from tenants.choices import Role
from tenants.middleware import AdminScope
from tenants.models import Tenant
from tests.depth import sampled
from tests.people import PASSWORD, address, furnish, join, member, pages, person, platform, seated
from tools.exemplars.models import Exemplar

pytestmark = pytest.mark.django_db
MakeTenant = Callable[..., Tenant]
READ_BY_OPERATORS = {"BlockEntry", "Conversation", "Customer", "Order", "HandoffTicket", "RefundCase"}
NOT_TAUGHT = [model for model in pages() if model is not Exemplar]  # operators teach: see test_admin_teaching


@pytest.mark.parametrize("model", sampled(NOT_TAUGHT, quick=4), ids=lambda model: model.__name__)
def test_an_operator_reads_conversations_and_customers_and_changes_nothing(
    model: type, make_tenant: MakeTenant
) -> None:
    tenant = make_tenant()
    row = furnish(tenant, "word")[model]
    operator = seated(member(tenant, Role.OPERATOR))
    expected = 200 if model.__name__ in READ_BY_OPERATORS else 403
    path = reverse(address(model, "change"), args=[row.pk])
    assert operator.get(reverse(address(model, "changelist"))).status_code == expected
    assert operator.get(path).status_code == expected
    assert operator.post(path, {"name": "taken over"}).status_code == 403
    assert operator.get(reverse(address(model, "add"))).status_code == 403
    assert operator.post(reverse(address(model, "delete"), args=[row.pk]), {"post": "yes"}).status_code == 403


def test_the_sidebar_offers_what_the_role_may_open(make_tenant: MakeTenant) -> None:
    tenant = make_tenant()
    paths = {
        "settings": reverse("admin:own_tenant"),
        "customers": reverse("admin:tenants_customer_changelist"),
        "logins": reverse("admin:tenants_user_changelist"),
    }
    offered = {
        role: {name for name, path in paths.items() if f'href="{path}"' in seated(user).get("/admin/").content.decode()}
        for role, user in (
            ("operator", member(tenant, Role.OPERATOR)),
            ("admin", member(tenant)),
            ("platform", platform()),
        )
    }
    assert offered == {
        "operator": {"customers"},
        "admin": {"customers", "settings"},
        "platform": {"customers", "settings", "logins"},
    }


def test_without_a_membership_a_sentence_says_so(client: Client) -> None:
    client.force_login(person())
    for path in ("/admin/", reverse("admin:tenants_customer_changelist"), reverse("admin:pick_tenant")):
        page = client.get(path)
        assert page.status_code == 403
        assert "you do not work for any business here" in page.content.decode()
    assert client.post(reverse("admin:logout")).status_code == 200


def test_the_first_membership_is_the_seat_until_another_is_picked(make_tenant: MakeTenant) -> None:
    first, second = make_tenant(name="First Shop"), make_tenant(name="Second Shop")
    user = member(first)
    join(user, second, Role.OPERATOR)
    browser = seated(user)
    settings = reverse("admin:own_tenant")
    assert "First Shop" in browser.get(settings, follow=True).content.decode()
    choices = browser.get(reverse("admin:pick_tenant")).content.decode()
    assert "First Shop" in choices
    assert "Second Shop" in choices
    browser.post(reverse("admin:pick_tenant"), {"tenant": str(second.pk)})
    assert "Second Shop" in browser.get("/admin/").content.decode()
    assert browser.get(settings, follow=True).status_code == 403  # an operator there


@pytest.mark.parametrize(
    "wanted", sampled(["stranger", "", "not-an-id", "c7d0c78c-43e8-4baa-bf30-0a023bfaddd7"], quick=2)
)
def test_only_her_own_tenants_can_be_picked(make_tenant: MakeTenant, wanted: str) -> None:
    own, stranger = make_tenant(name="Own Shop"), make_tenant(name="Stranger Shop")
    browser = seated(member(own))
    wanted = str(stranger.pk) if wanted == "stranger" else wanted
    browser.post(reverse("admin:pick_tenant"), {"tenant": wanted})
    assert "Own Shop" in browser.get("/admin/").content.decode()
    assert "Stranger Shop" not in browser.get(reverse("admin:pick_tenant")).content.decode()


def test_a_pick_ends_with_the_membership(make_tenant: MakeTenant) -> None:
    first, second = make_tenant(name="First Shop"), make_tenant(name="Second Shop")
    user = member(first)
    membership = join(user, second)
    browser = seated(user)
    browser.post(reverse("admin:pick_tenant"), {"tenant": str(second.pk)})
    with scope.tenant_scope(second.pk):
        membership.delete()
    assert "First Shop" in browser.get("/admin/").content.decode()


def test_platform_staff_search_among_all(make_tenant: MakeTenant) -> None:
    make_tenant(name="Maziwa Dairy")
    make_tenant(name="Kahawa House")
    staff = seated(platform())
    found = staff.get(reverse("admin:pick_tenant"), {"q": "maziwa\0"}).content.decode()
    assert "Maziwa Dairy" in found
    assert "Kahawa House" not in found


@pytest.mark.parametrize(
    ("back", "ends"), [(None, "ask"), ("https://evil.example/", "index"), ("//evil.example", "index")]
)
def test_a_page_of_one_business_waits_until_one_is_picked(make_tenant: MakeTenant, back: str | None, ends: str) -> None:
    staff, tenant, ask = seated(platform()), make_tenant(), reverse("admin:knowledge_unansweredquestion_ask")
    choosing = staff.get(f"{ask}?q=hours", follow=True)
    assert choosing.redirect_chain == [(f"{reverse('admin:pick_tenant')}?{urlencode({'next': f'{ask}?q=hours'})}", 302)]
    wanted = back or choosing.context["next"]
    picked = staff.post(reverse("admin:pick_tenant"), {"tenant": str(tenant.pk), "next": wanted})
    assert picked["Location"] == (reverse("admin:index") if back else f"{ask}?q=hours")
    assert seated(member(tenant, Role.OPERATOR)).get(ask).status_code == 403


def test_a_view_that_waits_for_a_network_gets_a_seat_and_no_transaction(
    make_tenant: MakeTenant, rf: pytest.FixtureRequest
) -> None:
    seen = []
    request = rf.get("/admin/")
    request.user, request.session = member(make_tenant()), {}
    request.resolver_match = type("Match", (), {"namespaces": ["admin"], "url_name": "x"})
    view = outside_scope(lambda request: seen.append(scope.current()))
    middleware = AdminScope(lambda request: view(request))
    assert middleware.process_view(request, view, (), {}) is None
    middleware(request)
    assert seen == [None]
    assert request.seat.runs_tenant


def test_login_leads_to_the_dashboard_and_names_the_product(client: Client, make_tenant: MakeTenant) -> None:
    user = member(make_tenant(name="Own Shop"))
    page = client.get("/admin/login/").content.decode()
    assert "<title>" in page
    assert "Tulia" in page
    response = client.post("/admin/login/", {"username": user.username, "password": PASSWORD}, follow=True)
    assert response.redirect_chain[-1][0] == "/admin/"
    assert "Own Shop" in response.content.decode()


def test_times_are_the_tenants(make_tenant: MakeTenant) -> None:
    user = member(make_tenant(time_zone="Asia/Tokyo"))
    assert "Times are in Asia/Tokyo" in seated(user).get("/admin/").content.decode()
