"""A token: made on its page and shown once, kept as a digest, held to its scopes, its time and its pace."""

import re
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.core.cache import cache
from django.utils import timezone
from redis import RedisError

from conversations.api import tokens, view
from conversations.api.models import ApiToken
from tenants.choices import Role
from tenants.models import Tenant
from tenants.scope import fleet_scope, tenant_scope
from tests.conversations.api.system import System, make_token
from tests.people import member, new_tenant, seated

pytestmark = pytest.mark.django_db


@pytest.fixture
def shop(db: None) -> Tenant:
    cache.clear()
    return new_tenant()


def test_a_token_is_made_on_its_page_shown_once_and_works(shop: Tenant) -> None:
    browser = seated(member(shop))
    empty = browser.get("/admin/api/apitoken/").content.decode()
    assert "There are no API tokens so far" in empty
    assert "Tick only what this system needs" in browser.get("/admin/api/apitoken/add/").content.decode()
    form = {"name": "Web shop", "scopes": ["orders:read", "catalog:write"], "lasts": "90"}
    page = browser.post("/admin/api/apitoken/add/", form)
    plain = re.search(r"tulia_[\w-]{43}", page.content.decode())
    assert plain
    assert "no-store" in page.headers["Cache-Control"]
    with tenant_scope(shop.id):
        kept = ApiToken.objects.get()
        assert plain[0] not in str(vars(kept)), "only its digest is kept"
        assert kept.expires_at
        assert timedelta(days=89) < kept.expires_at - timezone.now() < timedelta(days=91)
    system = System(shop)
    system.token = plain[0]
    assert system.get("orders/")["results"] == []
    system.refused(403, "insufficient_scope", "GET", "products/")
    own = browser.get(f"/admin/api/apitoken/{kept.pk}/change/").content.decode()
    assert "In use" in own
    assert plain[0] not in own
    assert "Added" in browser.get(f"/admin/api/apitoken/{kept.pk}/history/").content.decode()


def test_who_uses_and_who_made_it_are_told_before_it_ends(shop: Tenant) -> None:
    system = System(shop)
    assert "Tulia-Token-Expires" not in system.ask("GET", "orders/").headers, "it does not end by itself"
    browser = seated(member(shop))
    assert "API token ends in" not in browser.get("/admin/").content.decode()
    ends = timezone.now() + timedelta(days=10, minutes=1)
    system.token = make_token(shop, expires_at=ends)
    assert system.ask("GET", "orders/").headers["Tulia-Token-Expires"] == ends.isoformat()
    assert re.search(r"API token ends in.{0,600}1\Wweek", browser.get("/admin/").content.decode(), re.DOTALL)
    assert "Ends soon" in browser.get("/admin/api/apitoken/").content.decode()
    assert "API token ends in" not in seated(member(shop, Role.OPERATOR)).get("/admin/").content.decode()


def test_revoked_it_opens_nothing_from_the_next_request_on(shop: Tenant) -> None:
    system, browser = System(shop), seated(member(shop))
    assert system.get("orders/")
    with tenant_scope(shop.id):
        path = f"/admin/api/apitoken/{ApiToken.objects.get().pk}"
    assert "cannot be taken back" in browser.get(f"{path}/revoke/").content.decode()
    browser.post(f"{path}/revoke/", {"_form_submitted": "on"})
    system.refused(401, "unknown_token", "GET", "orders/")
    assert "Revoked." in browser.get(f"{path}/history/").content.decode()


def test_operators_make_none(shop: Tenant) -> None:
    browser = seated(member(shop, Role.OPERATOR))
    assert browser.get("/admin/api/apitoken/").status_code == 403
    assert browser.post("/admin/api/apitoken/add/", {"name": "x", "scopes": ["orders:read"]}).status_code == 403


def test_what_opens_nothing(shop: Tenant) -> None:
    system = System(shop)
    old = make_token(shop, expires_at=timezone.now() - timedelta(seconds=1))
    for plain in ("", "tulia_", "tulia_" + "x" * 43, old, system.token + "x", system.token[:-1], "t\u00fclia"):
        system.refused(401, "unknown_token", "GET", "orders/", Authorization=f"Bearer {plain}")
    system.refused(401, "unknown_token", "GET", "orders/", Authorization=f"Basic {system.token}")
    with fleet_scope():
        Tenant.objects.filter(pk=shop.pk).update(is_active=False)
    system.refused(401, "unknown_token", "GET", "orders/")


def test_the_tenant_is_the_tokens_whatever_else_is_said(shop: Tenant) -> None:
    other = new_tenant()
    system = System(shop)
    told = system.get(f"usage/?tenant={other.pk}&tenant_id={other.pk}", **{"X-Tenant": str(other.pk)})
    assert told["time_zone"] == shop.time_zone
    with tenant_scope(other.id):
        assert not ApiToken.objects.exists()


def test_an_unknown_scope_is_none(shop: Tenant) -> None:
    with tenant_scope(shop.id), pytest.raises(ValueError, match="everything"):
        tokens.make(name="x", scopes=["everything"], expires_at=None, created_by_id=None)


@pytest.mark.parametrize("name", ["TOKEN_A_MINUTE", "TENANT_A_MINUTE"])
def test_too_many_wait(shop: Tenant, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(view, name, 2)
    system = System(shop)
    other = System(shop)
    assert system.get("orders/")
    assert other.get("orders/")
    assert (system.ask("GET", "orders/").status_code == 429) is (name == "TENANT_A_MINUTE")
    response: Any = system.ask("GET", "orders/")
    assert response.json()["code"] == "too_many"
    assert 0 < int(response.headers["Retry-After"]) <= 60


def test_without_its_cache_the_api_goes_on(shop: Tenant, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(view, "TOKEN_A_MINUTE", 0)
    with patch("tenants.allowance.cache.add", side_effect=RedisError):
        assert System(shop).get("orders/")["results"] == []
