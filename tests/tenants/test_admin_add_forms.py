"""Every add form of the admin, posted as a person would who changes nothing or types nonsense: never an error 500."""

from collections.abc import Callable, Iterator
from typing import Any
from uuid import UUID

import pytest
from django import forms
from django.contrib import admin
from django.db import models, transaction
from django.test import Client, RequestFactory
from django.urls import reverse
from lxml import html

from tenants.admin import seat
from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.depth import sampled, thorough
from tests.people import address, member, platform, seated
from tools.billing.models import Account

pytestmark = pytest.mark.django_db
MakeTenant = Callable[..., Tenant]
NONSENSE = ["null", "\0", "-1", "9" * 400, "{"]
BY_TYPE = {"email": "new@shop.example", "number": "1", "url": "https://shop.example/", "password": "a-long-pass-77"}
ACCOUNT = UUID("0198f000-0000-7000-8000-0000000000aa")
BY_NAME = {
    "url": "https://shop.example/tulia",
    "slug": "mpya", "sender": "whatsapp:+254711000999", "twilio_account": f"AC{'7' * 32}", "auth_token": "secret",
    "short_code": "600984", "consumer_key": "key", "consumer_secret": "secret", "passkey": "passkey",
    "password1": "a-long-pass-77", "password2": "a-long-pass-77", "currency": "KES", "username": "someone-new",
    "percent": "10", "command": "browse", "shortcut": "hello", "content_sid": f"HX{'7' * 32}",
    "number": "MT-100999", "account": str(ACCOUNT), "issued_on": "2026-11-01", "due_on": "2026-11-15",
    "pattern": "+254712345678",
}  # fmt: skip
ADDED = list(admin.site._registry)


@pytest.fixture
def tenant(make_tenant: MakeTenant) -> Tenant:
    """With an account that an invoice can be of."""
    tenant = make_tenant()
    with tenant_scope(tenant.id):
        Account.objects.create(id=ACCOUNT, number="MT-100001")
    return tenant


@pytest.fixture(params=[pytest.param("platform staff", marks=thorough), "admin"])
def browser(request: pytest.FixtureRequest, tenant: Tenant) -> Client:
    """Platform staff who have picked the business, and its own admin."""
    if request.param == "admin":
        return seated(member(tenant))
    client = seated(platform())
    client.post(reverse("admin:pick_tenant"), {"tenant": str(tenant.pk)})
    return client


def add_form(browser: Client, model: type[models.Model]) -> tuple[str, Any] | None:
    """The form as it stands on the page; None where nobody adds any."""
    path = reverse(address(model, "add"))
    page = browser.get(path)
    if page.status_code == 403:
        return None
    assert page.status_code == 200
    found = [form for form in html.fromstring(page.content).forms if form.get("id", "").endswith("_form")]
    return path, found[0]


def fields(form: Any) -> Iterator[Any]:
    for field in form.inputs:
        if field.get("name") and field.get("type") not in ("hidden", "submit", "file", "checkbox", "radio"):
            yield field


def filled(form: Any) -> dict[str, Any]:
    """What the browser would send, with what is required filled in."""
    values: dict[str, Any] = {}
    for name, value in form.form_values():
        values.setdefault(name, []).append(value)
    for field in fields(form):
        name = field.get("name")
        is_empty = not any(values.get(name, [""]))
        if is_empty and (field.get("required") is not None or name in BY_NAME):
            values[name] = [BY_NAME.get(name) or BY_TYPE.get(field.get("type", ""), "Something")]
    return values


@pytest.mark.parametrize("model", sampled(ADDED, quick=4), ids=lambda model: model.__name__)
def test_an_add_form_takes_what_it_shows_and_breaks_at_no_nonsense(
    browser: Client, model: type[models.Model], request: pytest.FixtureRequest
) -> None:
    found = add_form(browser, model)
    if found is None:
        return
    path, form = found
    good = filled(form)
    if "platform staff" in request.node.name:  # who see every field that their admins see
        with transaction.atomic():
            breaks_at_nothing(browser, path, form, good)
            transaction.set_rollback(True)
    assert browser.post(path, {}).status_code == 200
    answer = browser.post(path, good)
    assert answer.status_code in (200, 302)
    assert not problems(answer)


def breaks_at_nothing(browser: Client, path: str, form: Any, good: dict[str, Any]) -> None:
    """Nonsense in any field is refused, or kept."""
    for words in NONSENSE:
        bad = good | {field.get("name"): words for field in fields(form)}
        assert browser.post(path, bad).status_code in (200, 302)
    for field in fields(form):
        if field.tag == "textarea":
            assert browser.post(path, good | {field.get("name"): "null"}).status_code in (200, 302)


def problems(answer: Any) -> list[str]:
    return [str(error) for error in (answer.context or {}).get("errors", [])]


@pytest.mark.parametrize("model", ADDED, ids=lambda model: model.__name__)
def test_nobody_types_json(tenant: Tenant, model: type[models.Model], rf: RequestFactory) -> None:
    request = rf.get("/")
    request.user = platform()
    seat.give(request, seat.Seat(tenant, None, can_pick=True))
    shown = admin.site._registry[model]
    with tenant_scope(tenant.id):
        inlines = [inline.get_formset(request).form for inline in shown.get_inline_instances(request)]
        forms_shown = [shown.get_form(request), *inlines]
    for form in forms_shown:
        assert not [name for name, field in form.base_fields.items() if isinstance(field, forms.JSONField)]
