"""Nobody reaches another tenant through the admin, whichever page she opens and whichever id she writes into it."""

import copy
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.db import connection, models
from django.test import Client
from django.urls import reverse

from tenants.admin.scoped import BySeat
from tenants.models import Channel, Customer, Tenant, User
from tenants.scope import fleet_scope, tenant_scope
from tests import databases
from tests.depth import thorough
from tests.people import address, furnish, join, member, new_tenant, pages, person, platform, seated
from tools.catalog.models import Category, Product

pytestmark = pytest.mark.django_db
Rows = dict[type[models.Model], models.Model]
THEIRS, OURS = "theirsecretword", "ourownword"


@pytest.fixture(scope="module")
def furnished(django_db_setup: None, django_db_blocker: Any) -> Iterator[tuple[Rows, Rows]]:
    """Theirs and ours, once for the module, whose tests change them in transactions."""
    with django_db_blocker.unblock():
        rows = furnish(new_tenant(name=THEIRS), THEIRS), furnish(new_tenant(name=OURS), OURS)
        connection.close()
    yield rows
    databases.empty()


@pytest.fixture
def theirs(db: None, furnished: tuple[Rows, Rows]) -> Rows:
    return copy.deepcopy(furnished[0])


@pytest.fixture
def ours(db: None, furnished: tuple[Rows, Rows]) -> Rows:
    return copy.deepcopy(furnished[1])


@pytest.fixture
def client(ours: Rows) -> Client:
    return seated(member(ours[Tenant]))


def test_every_page_of_tenants_rows_is_by_seat() -> None:
    assert [model for model in pages() if not isinstance(admin.site._registry[model], BySeat)] == []


@thorough
def test_lists_show_her_rows_only(client: Client, theirs: dict, ours: dict) -> None:
    for model in pages():
        path = reverse(address(model, "changelist"))
        page = client.get(path).content.decode()
        assert OURS in page, path
        assert THEIRS not in page, path
        assert theirs[model] not in list(client.get(path, {"q": THEIRS}).context["cl"].result_list), path


@thorough
def test_her_own_pages_open(client: Client, ours: dict, theirs: dict) -> None:
    for model in pages():
        path = reverse(address(model, "change"), args=[ours[model].pk])
        page = client.get(path)
        assert page.status_code == 200, path
        assert THEIRS not in page.content.decode(), path


def test_actions_with_forged_ids_lead_nowhere(client: Client, theirs: dict) -> None:
    channel = theirs[Channel]
    for action in ("test_connection", "new_webhook_address"):
        path = reverse(f"admin:tenants_channel_{action}", args=[channel.pk])
        assert client.post(path, {"_form_submitted": "on"}).status_code == 404
    with fleet_scope():
        assert Channel.objects.get(pk=channel.pk).webhook_token == channel.webhook_token


def test_bulk_deletion_reaches_her_rows_only(client: Client, theirs: dict) -> None:
    deletable = [m for m in pages() if admin.site._registry[m].for_admins >= {"delete"}]
    assert deletable
    for model in deletable:
        form = {"action": "delete_selected", "_selected_action": [str(theirs[model].pk)], "post": "yes"}
        client.post(reverse(address(model, "changelist")), form)
        with fleet_scope():
            assert model.objects.filter(pk=theirs[model].pk).exists()


def test_foreign_keys_offer_and_take_her_rows_only(client: Client, ours: dict, theirs: dict) -> None:
    query = {"app_label": "catalog", "model_name": "product", "field_name": "category"}
    found = client.get(reverse("admin:autocomplete"), query).json()["results"]
    assert [row["text"] for row in found] == [OURS]
    form = {"title": "x", "key": "x", "category": str(theirs[Category].pk), "attributes": "{}", "aliases": "[]"}
    inline = {"variants-TOTAL_FORMS": "0", "variants-INITIAL_FORMS": "0"}
    response = client.post(reverse("admin:catalog_product_add"), form | inline)
    assert response.status_code == 200
    with fleet_scope():
        assert not Product.objects.filter(key="x").exists()


def test_the_dashboard_and_the_index_pages_tell_nothing_of_others(client: Client, theirs: dict, ours: dict) -> None:
    for path in ("/admin/", "/admin/tenants/", "/admin/conversations/", "/admin/search/?s=theirsecret"):
        assert THEIRS not in client.get(path).content.decode()


def test_what_she_did_elsewhere_is_not_told_here(ours: dict, theirs: dict) -> None:
    user = member(ours[Tenant])
    join(user, theirs[Tenant])
    elsewhere = seated(user)
    elsewhere.post(reverse("admin:pick_tenant"), {"tenant": str(theirs[Tenant].pk)})
    path = reverse("admin:tenants_customer_change", args=[theirs[Customer].pk])
    names = ("preference_changes", "consent_entries")
    inline = {f"{name}-{count}_FORMS": "0" for name in names for count in ("TOTAL", "INITIAL")}
    form = {"marketing": "", "tags": "vip", "language_preference": ""}
    assert elsewhere.post(path, form | inline).status_code == 302
    assert LogEntry.objects.filter(user=user).exists()
    assert THEIRS not in seated(user).get("/admin/").content.decode()


def test_a_new_row_belongs_to_the_tenant_of_the_seat(client: Client, ours: dict, theirs: dict) -> None:
    form = {
        "name": "New",
        "sender": "whatsapp:+254711111111",
        "twilio_account": f"AC{uuid4().hex}",
        "messages_per_second": "80",
    }
    forged = {"tenant": str(theirs[Tenant].pk), "auth_token": "t", "is_active": "on"}
    assert client.post(reverse("admin:tenants_channel_add"), form | forged).status_code == 302
    with fleet_scope():
        assert Channel.objects.get(name="New").tenant_id == ours[Tenant].pk


def test_an_error_rolls_the_whole_page_back(client: Client, ours: dict, monkeypatch: pytest.MonkeyPatch) -> None:
    def break_down(*args: object, **options: object) -> None:
        raise RuntimeError("after the row was saved")

    monkeypatch.setattr("conversations.channels.whatsapp.admin.ChannelAdmin.response_change", break_down)
    client.raise_request_exception = False
    channel = ours[Channel]
    form = {
        "name": "half",
        "sender": channel.sender,
        "twilio_account": channel.twilio_account,
        "auth_token": "",
        "messages_per_second": "80",
    }
    response = client.post(reverse("admin:tenants_channel_change", args=[channel.pk]), form)
    assert response.status_code == 500
    assert "Something broke on our side" in response.content.decode()
    with tenant_scope(ours[Tenant].pk):
        assert Channel.objects.get(kind="whatsapp").name == OURS


def test_logins_are_for_platform_staff_only(client: Client, theirs: dict) -> None:
    stranger = person()
    assert client.get(reverse("admin:tenants_user_changelist")).status_code == 403
    assert client.get(reverse("admin:tenants_user_change", args=[stranger.pk])).status_code == 403
    staff = seated(platform())
    assert stranger.username in staff.get(reverse("admin:tenants_user_changelist")).content.decode()


def test_platform_staff_see_every_tenant_and_change_one_they_picked(ours: dict, theirs: dict) -> None:
    staff = seated(platform())
    page = staff.get(reverse("admin:tenants_channel_changelist")).content.decode()
    assert OURS in page
    assert THEIRS in page
    path = reverse("admin:tenants_channel_change", args=[ours[Channel].pk])
    form = {
        "name": "Renamed",
        "sender": ours[Channel].sender,
        "twilio_account": ours[Channel].twilio_account,
        "messages_per_second": "80",
        "auth_token": "",
    }
    assert staff.post(path, form)["Location"].startswith(reverse("admin:pick_tenant"))
    with tenant_scope(ours[Tenant].pk):
        assert Channel.objects.get(kind="whatsapp").name != "Renamed", "they had chosen no business yet"
    staff.post(reverse("admin:pick_tenant"), {"tenant": str(ours[Tenant].pk)})
    assert staff.post(path, form).status_code == 302
    assert THEIRS not in staff.get(reverse("admin:tenants_channel_changelist")).content.decode()
    with tenant_scope(ours[Tenant].pk):
        assert Channel.objects.get(kind="whatsapp").name == "Renamed"
    staff.post(reverse("admin:pick_tenant"), {"tenant": ""})
    assert THEIRS in staff.get(reverse("admin:tenants_channel_changelist")).content.decode()


def test_a_person_who_is_not_staff_is_asked_to_log_in(ours: dict) -> None:
    outsider = seated(person(is_staff=False))
    assert outsider.get("/admin/").status_code == 302
    assert User.objects.filter(is_staff=False).exists()
