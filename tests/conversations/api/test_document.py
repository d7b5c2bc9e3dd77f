"""The OpenAPI document tells the truth: requests made from it get what it says, and need a token with the scope."""

import json
from typing import Any

import pytest
import schemathesis
from django.core.cache import cache
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)  # fmt: skip

from config.serving.middleware import FROM_A_PROXY
from conversations.api import docs, view
from conversations.api.scopes import NAMES
from tenants.models import Tenant
from tests.conversations.api.system import OnThisMachine, System, make_token
from tests.depth import rounds, sampled
from tests.isolation.test_urls import FORGED, Address
from tests.people import furnish, new_tenant

pytestmark = pytest.mark.django_db
DOCUMENT = json.loads(docs._document())
OPERATIONS = [
    (path, method, told)
    for path, item in DOCUMENT["paths"].items()
    for method, told in item.items()
    if method in ("get", "post", "patch", "put", "delete")
]
NAMED = [pytest.param(*each, id=f"{each[1]} {each[0]}") for each in OPERATIONS]
HELD = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
EXAMPLES = rounds(4, deep=200)


@pytest.fixture
def shop(db: None, monkeypatch: pytest.MonkeyPatch) -> Tenant:
    cache.clear()
    monkeypatch.setattr(view, "TOKEN_A_MINUTE", 10**6)
    monkeypatch.setattr(view, "TENANT_A_MINUTE", 10**6)
    tenant = new_tenant()
    tenant.rows = furnish(tenant, "word")  # type: ignore[attr-defined]
    return tenant


def known_ids(shop: Any, path: str) -> dict[str, str]:
    address = Address("", path, is_regex=False)
    names = [part.partition("}")[0] for part in path.split("{")[1:]]
    rows = shop.rows
    return {name: str(FORGED[name](address, rows)) for name in names if name != "answer_id"}


def test_the_document_is_whole() -> None:
    assert len(OPERATIONS) > 25
    for path, method, told in OPERATIONS:
        assert told["x-scope"] in NAMES, path
        assert told["summary"], path
        refusals = set(told["responses"]) - {"200", "202"}
        assert refusals >= {"401", "403", "404", "422", "429"}, path
        assert {"400", "409"} <= refusals or method == "get" or path.endswith("/ask/"), path
        for status in refusals:
            told_as = told["responses"][status]["content"]["application/problem+json"]["schema"]["$ref"]
            assert told_as == "#/components/schemas/Problem", path


def test_the_page_of_it_asks_nobody_elsewhere(client: Client) -> None:
    page = client.get("/api/docs/")
    script = client.get("/api/docs/?script=")
    for response in (page, script):
        assert response.status_code == 200
        assert "//cdn" not in response.content.decode()
        assert "http://" not in response.content.decode().replace("http://testserver", "").replace("http://www.w3", "")
    assert "script-src 'self'" in page.headers["Content-Security-Policy"]
    assert b"drf_spectacular_sidecar/swagger-ui-dist/swagger-ui-bundle.js" in page.content
    assert b"<script>" not in page.content
    script_file = client.get("/static/drf_spectacular_sidecar/swagger-ui-dist/swagger-ui-bundle.js")
    assert len(b"".join(script_file.streaming_content)) > 10**6
    script_file.close()
    assert client.get("/api/openapi.json").json()["info"]["title"] == "Tulia"


@pytest.mark.parametrize(("path", "method", "told"), sampled(NAMED, quick=10))
def test_an_operation_needs_a_token_and_its_scope(shop: Tenant, path: str, method: str, told: dict[str, Any]) -> None:
    filled = path.format(**(known_ids(shop, path) | {"answer_id": shop.pk}))
    system = System(shop)
    system.token = make_token(shop, *(NAMES - {told["x-scope"]}))
    place = filled.removeprefix("/api/v1/")
    system.refused(403, "insufficient_scope", method.upper(), place)
    system.refused(401, "unknown_token", method.upper(), place, Authorization="")


@pytest.mark.parametrize(("path", "method", "told"), sampled(NAMED, quick=8))
def test_generated_requests_get_what_the_document_says(
    shop: Tenant, path: str, method: str, told: dict[str, Any], settings: Any, tmp_path: Any
) -> None:
    settings.MEDIA_ROOT = tmp_path
    schema = schemathesis.openapi.from_dict(DOCUMENT)
    schema.app = OnThisMachine()
    token, known = make_token(shop), known_ids(shop, path)
    operation = schema[path][method]
    right, wrong = (
        operation.as_strategy(generation_mode=mode) for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
    )
    hold_examples(right | wrong, token, known)


PROXIES = frozenset(name.title() for name in FROM_A_PROXY)


def hold_examples(cases: Any, token: str, known: dict[str, str]) -> None:
    @settings(max_examples=EXAMPLES, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(case=cases, is_known=st.sampled_from([True, True, True, False]))
    def hold(case: Case, is_known: bool) -> None:
        # The demo, whose machine this is, answers nobody behind a proxy.
        own = {name: value for name, value in (case.headers or {}).items() if name.title() not in PROXIES}
        case.headers = own | {"Authorization": f"Bearer {token}"}
        if is_known and known:
            case.path_parameters = {**(case.path_parameters or {}), **known}
        case.validate_response(case.call(), checks=HELD)

    hold()
