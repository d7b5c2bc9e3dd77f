"""Our token at each operation of the API's document, with their ids wherever one can be put: it reaches nothing."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import schemathesis
from django.core.cache import cache
from hypothesis import HealthCheck, given, settings
from schemathesis import Case, GenerationMode

from conversations.api import view
from tenants.models import Customer, Tenant, User
from tests.conversations.api.system import OnThisMachine, make_token
from tests.conversations.api.test_document import DOCUMENT, NAMED
from tests.depth import sampled
from tests.isolation.conftest import secrets_of
from tests.isolation.plant import Rows
from tests.isolation.test_urls import FORGED, Address
from tools.catalog.models import Variant

EXAMPLES = 2


@pytest.mark.parametrize(("path", "method", "told"), sampled(NAMED, quick=15))
def test_their_rows_are_not_there_for_us(
    path: str, method: str, told: Any, ours: Rows, theirs: Rows, untouched: Callable[[], bool],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    cache.clear()
    for name in ("TOKEN_A_MINUTE", "TENANT_A_MINUTE"):
        monkeypatch.setattr(view, name, 10**6)
    token, named = make_token(ours[Tenant]), list(names_in(path))
    address = Address("", path, is_regex=False)
    schema = schemathesis.openapi.from_dict(DOCUMENT)
    schema.app = OnThisMachine()
    ids = {name: str(FORGED[name](address, theirs)) for name in named}

    @settings(max_examples=EXAMPLES, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(case=schema[path][method].as_strategy(generation_mode=GenerationMode.POSITIVE))
    def ask(case: Case) -> None:
        case.headers = {**(case.headers or {}), "Authorization": f"Bearer {token}"}
        case.path_parameters = {**(case.path_parameters or {}), **ids}
        case.query = {**(case.query or {}), **their_query(path, method, theirs)}
        if isinstance(case.body, dict):
            case.body = with_theirs(case.body, theirs)
        response = case.call()
        if named:
            assert response.status_code in (404, 422), response.content
        assert [word for word in secrets_of(theirs) if word in response.text] == []
        if method == "get" and not named and response.status_code == 200:
            assert str(theirs[Customer].pk) not in response.text

    ask()
    assert untouched()


def names_in(path: str) -> Iterator[str]:
    for part in path.split("{")[1:]:
        yield part.partition("}")[0]


def their_query(path: str, method: str, theirs: Rows) -> dict[str, str]:
    """What a list is narrowed to, where it can be: their customer."""
    parameters = DOCUMENT["paths"][path][method].get("parameters", [])
    return {
        each["name"]: str(theirs[Customer].pk)
        for each in parameters
        if each["name"] == "customer_id" and each["in"] == "query"
    }


def with_theirs(body: dict[str, Any], theirs: Rows) -> dict[str, Any]:
    """The body with their names in it."""
    known = {
        "document_ids": [str(row.pk) for model, row in theirs.items() if model.__name__ == "Document"],
        "assignee": theirs[User].get_username(),
        "lines": [{"sku": theirs[Variant].sku, "stock": "1"}],
    }
    return {name: known.get(name, value) for name, value in body.items()}
