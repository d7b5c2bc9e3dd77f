"""What somebody smuggles into a page of the admin does not run: scripts are files of ours, and no text becomes code.

`tests/browser/test_policy.py` tries it in a browser, where what moves on these pages must move all the same.
"""

import re
from collections.abc import Iterator

import pytest
from django.contrib import admin
from django.http import HttpResponse
from django.test import Client
from django.urls import NoReverseMatch, URLPattern, reverse

from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.attacks.report import Proof
from tests.depth import thorough
from tests.people import furnish, member, seated

pytestmark = pytest.mark.django_db
OURS = ["'self'"]
# A script that stands in the page itself, an attribute that is one, a link that is one.
INLINE = re.compile(r"<script(?![^>]*\ssrc=)(?![^>]*application/json)|<[^>]*\son[a-z]+\s*=|javascript:", re.IGNORECASE)


def addresses(tenant: Tenant) -> Iterator[str]:
    """Every page of the admin that can be opened: lists, empty forms, rows, and pages of their own."""
    for pattern in admin.site.get_urls():
        name = getattr(pattern, "name", None)
        if isinstance(pattern, URLPattern) and name not in (None, "logout", "jsi18n"):
            try:
                yield reverse(f"admin:{name}")
            except NoReverseMatch:
                continue
    rows = furnish(tenant, "shown")
    for model in admin.site._registry:
        place = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        yield reverse(f"{place}_changelist")
        yield reverse(f"{place}_add")
        if model in rows:
            yield reverse(f"{place}_change", args=[rows[model].pk])


def policy(answer: HttpResponse) -> dict[str, list[str]]:
    parts = (part.split() for part in answer["Content-Security-Policy"].split(";"))
    return {name: sources for name, *sources in parts}


@thorough
def test_every_page_takes_scripts_from_files_of_ours_only(make_tenant, proof: Proof) -> None:
    tenant, opened = make_tenant(), 0
    browser = seated(member(tenant))
    with tenant_scope(tenant.id):
        pages = sorted(set(addresses(tenant)))
    for address in [*pages, "/admin/login/", "/nothing/such/"]:
        answer = browser.get(address)
        rules = policy(answer)
        assert rules["script-src"] == OURS, address
        assert rules["default-src"] == OURS, address
        assert rules["object-src"] == rules["base-uri"] == ["'none'"], address
        assert not any("unsafe-eval" in sources for sources in rules.values()), address
        if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
            opened += 1
            assert INLINE.findall(answer.content.decode()) == [], address
    assert opened > 30
    proof(f"{opened} pages: script-src 'self', neither unsafe-eval nor unsafe-inline, no script in any page's text")


def test_those_before_the_login_as_well() -> None:
    for address in ("/admin/login/", "/admin/password_reset/", "/nothing/such/"):
        assert policy(Client().get(address))["script-src"] == OURS
