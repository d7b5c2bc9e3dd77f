"""Platform staff who look at all businesses are led to the one that a page belongs to, and back to the page."""

from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import pytest
from django.urls import reverse

from tenants.choices import Role
from tenants.models import Channel, Tenant
from tests.depth import sampled
from tests.people import address, furnish, member, platform, seated
from tools.catalog.models import Category

pytestmark = pytest.mark.django_db
MakeTenant = Callable[..., Tenant]
PICK = "/admin/tenants/tenant/pick/"


def asked(response: object) -> tuple[str, dict[str, list[str]]]:
    where = urlsplit(response["Location"])
    return where.path, parse_qs(where.query)


PAGES = [
    "tenants_channel_add", "catalog_product_add", "tenants_invitation_add", "own_tenant", "catalog_product_import_csv",
    "knowledge_document_upload", "offers_offer_add",
]  # fmt: skip


@pytest.mark.parametrize("page", sampled(PAGES, quick=3))
def test_a_page_of_one_business_leads_to_the_choice_and_back(make_tenant: MakeTenant, page: str) -> None:
    tenant, staff = make_tenant(), seated(platform())
    path = reverse(f"admin:{page}")
    where, query = asked(staff.get(path))
    assert (where, query["next"]) == (PICK, [path])
    back = staff.post(PICK, {"tenant": str(tenant.pk), "next": path})
    assert back["Location"] == path
    assert staff.get(path, follow=True).status_code == 200


@pytest.mark.parametrize(("model", "page"), [(Channel, "test_connection"), (Category, "delete")])
def test_a_page_of_one_row_names_the_rows_business(make_tenant: MakeTenant, model: type, page: str) -> None:
    make_tenant(name="Other Shop")
    tenant = make_tenant(name="Own Shop")
    row = furnish(tenant, "word")[model]
    staff, path = seated(platform()), reverse(address(model, page), args=[row.pk])
    where, query = asked(staff.get(path))
    assert (where, query) == (PICK, {"next": [path], "owner": [str(tenant.pk)]})
    assert "Work for Own Shop, and go on" in staff.get(PICK, query).content.decode()


def test_what_was_posted_is_not_saved_and_that_is_said(make_tenant: MakeTenant) -> None:
    tenant, staff = make_tenant(), seated(platform())
    row = furnish(tenant, "word")[Category]
    path = reverse(address(Category, "change"), args=[row.pk])
    page = staff.post(path, {"path": "Changed"}, follow=True)
    assert "Nothing was saved: first choose the business" in page.content.decode()
    assert f"Work for {tenant}" in page.content.decode()
    note = staff.get(path).content.decode()
    assert "to change this" in note
    assert f"owner={tenant.pk}" in note
    assert "Choose one" in staff.get(reverse(address(Category, "changelist"))).content.decode()


def test_what_nobody_may_is_still_refused(make_tenant: MakeTenant) -> None:
    tenant, staff = make_tenant(), seated(platform())
    furnish(tenant, "word")
    assert staff.get(reverse("admin:conversations_conversation_add")).status_code == 403
    assert staff.post(reverse("admin:tenants_tenant_delete", args=[tenant.pk]), {"post": "yes"}).status_code == 403
    operator = seated(member(tenant, Role.OPERATOR))
    assert operator.get(reverse("admin:tenants_channel_add")).status_code == 403


@pytest.mark.parametrize("owner", ["", "nonsense", "01a1f9e1-871e-723e-886c-0706dce7c006"])
def test_an_owner_that_is_none_is_left_out(make_tenant: MakeTenant, owner: str) -> None:
    stranger = make_tenant(name="Stranger Shop")
    page = seated(platform()).get(PICK, {"next": "/admin/", "owner": owner}).content.decode()
    assert "and go on" not in page
    own = seated(member(make_tenant()))
    assert "Stranger Shop" not in own.get(PICK, {"owner": str(stranger.pk)}).content.decode()
