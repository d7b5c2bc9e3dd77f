"""A tenant's settings and her customers' records: friendly fields, and sentences for what they refuse."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from tenants.admin.fields import BusinessHoursField, PaymentMethodsField, TagsField
from tenants.consent import ledger
from tenants.consent.ledger import Proof
from tenants.consent.purposes import ConsentSource
from tenants.models import ConsentEntry, Customer, PreferenceChange, Tenant
from tenants.scope import fleet_scope, tenant_scope
from tenants.validators import DAYS, HOURS
from tests.depth import sampled
from tests.people import furnish, member, platform, seated

MakeTenant = Callable[..., Tenant]
db = pytest.mark.django_db


@pytest.fixture
def tenant(make_tenant: MakeTenant) -> Tenant:
    return make_tenant(business_hours={"mon": "08:00-18:00", "sun": "closed"}, payments_enabled={"mpesa_stk": True})


@pytest.fixture
def client(tenant: Tenant) -> Client:
    return seated(member(tenant))


def form(**changes: Any) -> dict[str, Any]:
    hours = {f"business_hours_{day}_{end}": "" for day in DAYS for end in ("from", "until")}
    plain = {
        "name": "Duka",
        "currency": "KES",
        "time_zone": "Africa/Nairobi",
        "catalog_link_base": "",
        "bot_name": "Tuli",
        "bot_intro": "",
        "default_language": "sw",
        "allowed_languages": ["en", "sw"],
        "tone_style": "casual",
        "max_chattiness_level": "1",
        "journeys_off": ["sales", "offers", "orders", "support"],
        "messages_per_minute": "10",
        "debounce_milliseconds": "500",
        "compliance": "form",
        "escalation_rules": "form",
        "escalation_rules-escalate_unanswered": "on",
        "escalation_rules-max_clarifications": "3",
        "templates": "form",
    }
    return plain | hours | changes


def save(client: Client, tenant: Tenant, **changes: Any) -> tuple[int, str]:
    path = reverse("admin:tenants_tenant_change", args=[tenant.pk])
    response = client.post(path, form(**changes))
    with fleet_scope():
        tenant.refresh_from_db()
    return response.status_code, response.content.decode()


@db
def test_every_setting_is_kept(client: Client, tenant: Tenant) -> None:
    hours = {"business_hours_mon_from": "09:00", "business_hours_mon_until": "00:00"}
    status, _ = save(client, tenant, payments_enabled=["card"], **hours)
    assert status == 302
    assert tenant.allowed_languages == ["en", "sw"]
    assert tenant.payments_enabled == {"mpesa_stk": False, "mpesa_c2b": False, "card": True}
    assert tenant.business_hours == {"mon": "09:00-24:00"} | dict.fromkeys(DAYS[1:], "closed")
    assert (tenant.tone_style, tenant.max_chattiness_level) == ("casual", 1)


@db
@pytest.mark.parametrize(
    ("changes", "sentence"),
    sampled(
        [
            ({"allowed_languages": []}, "Tick at least one language."),
            ({"allowed_languages": ["fr"]}, "fr is not one of the available choices"),
            ({"default_language": "sheng"}, "The default must be one of the allowed languages."),
            ({"payments_enabled": ["cash"]}, "cash is not one of the available choices"),
            ({"business_hours_mon_from": "09:00"}, "Monday: give both times, or neither for a closed day."),
            ({"business_hours_tue_from": "09:00", "business_hours_tue_until": "09:00"}, "Tuesday: opening and closing"),
            ({"business_hours_wed_from": "25:99", "business_hours_wed_until": "nine"}, "Hours of wed must read"),
            ({"time_zone": "Nairobi"}, "Nairobi is not a time zone."),
            ({"currency": "ksh"}, "Use a currency code such as KES."),
            ({"debounce_milliseconds": "9000"}, "less than or equal to 5000"),
        ],
        quick=5,
    ),
)
def test_what_is_wrong_is_said(client: Client, tenant: Tenant, changes: dict[str, Any], sentence: str) -> None:
    status, page = save(client, tenant, **changes)
    assert status == 200
    assert sentence in page
    assert tenant.name != "Duka"


@db
def test_slug_model_and_budget_are_not_hers_to_change(client: Client, tenant: Tenant) -> None:
    slug = tenant.slug
    forbidden = {"slug": "other", "chat_model": "huge", "monthly_model_budget_usd": "999", "is_active": ""}
    assert save(client, tenant, **forbidden)[0] == 302
    assert (tenant.slug, tenant.chat_model, tenant.monthly_model_budget_usd) == (slug, "", None)
    assert tenant.is_active


@db
def test_nobody_deletes_a_tenant(client: Client, tenant: Tenant) -> None:
    for browser in (client, seated(platform())):
        path = reverse("admin:tenants_tenant_delete", args=[tenant.pk])
        assert browser.post(path, {"post": "yes"}).status_code == 403


@db
def test_platform_staff_add_a_tenant() -> None:
    added = form(slug="mpya", is_active="on", chat_model="gpt-4o-mini", monthly_model_budget_usd="20")
    assert seated(platform()).post(reverse("admin:tenants_tenant_add"), added).status_code == 302
    with fleet_scope():
        assert Tenant.objects.get(slug="mpya").monthly_model_budget_usd == 20


INLINES = {
    f"{name}-{total}_FORMS": "0" for name in ("preference_changes", "consent_entries") for total in ("TOTAL", "INITIAL")
}


@db
def test_a_corrected_preference_leaves_a_trail(client: Client, tenant: Tenant) -> None:
    customer = furnish(tenant, "word")[Customer]
    changes = {"language_preference": "sw", "marketing": "no", "tags": "vip,  wholesale, vip", "name": "forged"}
    path = reverse("admin:tenants_customer_change", args=[customer.pk])
    assert client.post(path, changes | INLINES).status_code == 302
    with tenant_scope(tenant.id):
        customer.refresh_from_db()
        entries = list(ConsentEntry.objects.filter(customer=customer, source="staff"))
        change = PreferenceChange.objects.get(customer=customer, preference="language_preference")
    assert (customer.language_preference, customer.tags, customer.name) == ("sw", ["vip", "wholesale"], "word")
    assert [(entry.purpose, entry.is_granted) for entry in entries] == [("marketing", False)]
    assert "in the admin" in entries[0].reason
    assert (change.before, change.after) == ("", "sw")
    refused = client.post(path, changes | INLINES | {"marketing": ""}).content.decode()
    assert "stays known" in refused


@db
def test_the_ledger_is_shown_exported_and_cannot_be_written(client: Client, tenant: Tenant) -> None:
    customer = furnish(tenant, "word")[Customer]
    with tenant_scope(tenant.id):
        proof = Proof(source=ConsentSource.CUSTOMER, reason="said YES", words="=HYPERLINK(1)")
        ledger.record(customer.pk, {"marketing": True}, proof=proof)
        count = ConsentEntry.objects.count()
    path = reverse("admin:tenants_customer_change", args=[customer.pk])
    assert "said YES" in client.get(path).content.decode()
    forged = {
        "consent_entries-TOTAL_FORMS": "1",
        "consent_entries-INITIAL_FORMS": "0",
        "consent_entries-0-purpose": "service",
        "consent_entries-0-reason": "forged",
    }
    client.post(path, INLINES | {"marketing": "yes", "tags": ""} | forged)
    with tenant_scope(tenant.id):
        assert ConsentEntry.objects.count() == count
    action = {"action": "export_consent", "_selected_action": str(customer.pk)}
    lines = client.post(reverse("admin:tenants_customer_changelist"), action).content.decode().splitlines()
    assert lines[0].startswith("created_at,customer,place,purpose")
    assert [line for line in lines if "said YES" in line and ",marketing,whatsapp,yes,customer," in line]
    assert "'=HYPERLINK(1)" in lines[-1], "a spreadsheet must not take it for a formula"


times = st.from_regex(r"\A([01][0-9]|2[0-3]):[0-5][0-9]\Z")


@given(st.dictionaries(st.sampled_from(DAYS), st.tuples(times, times).filter(lambda pair: pair[0] != pair[1])))
def test_hours_are_read_back_as_they_were_written(week: dict[str, tuple[str, str]]) -> None:
    field = BusinessHoursField(required=False)
    data = {
        f"h_{day}_{end}": value
        for day, pair in week.items()
        for end, value in zip(("from", "until"), pair, strict=True)
    }
    typed = field.widget.value_from_datadict(data, {}, "h")
    hours = field.clean(typed)
    assert all(value == "closed" or HOURS.match(value) for value in hours.values())
    assert not field.has_changed(hours, typed)
    shown = {row["day"]: tuple(row["times"]) for row in field.widget.get_context("h", hours, {})["widget"]["rows"]}
    assert {day: pair for day, pair in shown.items() if any(pair)} == week


@given(st.sets(st.sampled_from(["mpesa_stk", "mpesa_c2b", "card"])))
def test_payment_methods_are_read_back_as_they_were_ticked(ticked: set[str]) -> None:
    field = PaymentMethodsField()
    kept = field.clean(sorted(ticked))
    assert set(field.prepare_value(kept)) == ticked
    assert not field.has_changed(kept, sorted(ticked))


@given(st.lists(st.from_regex(r"\A[a-z]{1,8}\Z"), unique=True, max_size=8))
def test_tags_are_read_back_as_they_are_shown(tags: list[str]) -> None:
    field = TagsField()
    assert field.clean(field.prepare_value(tags)) == tags


@db
@pytest.mark.parametrize(
    ("ticked", "off"),
    [
        (["sales", "offers", "orders", "billing", "research", "support"], []),
        (["offers", "orders", "support"], ["sales", "checkout", "billing", "research"]),
        (["sales", "orders"], ["offers", "billing", "research", "support"]),
    ],
)
def test_what_the_assistant_does_is_ticked(client: Client, tenant: Tenant, ticked: list[str], off: list[str]) -> None:
    url = reverse("admin:tenants_tenant_change", args=[tenant.pk])
    client.post(url, form(journeys_off=ticked))
    with fleet_scope():
        assert Tenant.objects.get(pk=tenant.pk).journeys_off == off
    page = client.get(url).content.decode()
    for name in ("sales", "offers", "orders", "billing", "research", "support"):
        shown = page[page.index(f'value="{name}"') :].partition(">")[0]
        assert bool(re.search(r"\schecked(?=[\s=]|$)", shown)) == (name in ticked)
