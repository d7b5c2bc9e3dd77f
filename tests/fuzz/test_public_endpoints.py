"""Schemathesis over every address that answers without a login: only the statuses that are written down come back."""

import json
from collections.abc import Iterator

import pytest
import schemathesis
from django.urls import URLPattern, URLResolver, get_resolver
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode

from tenants.models import Tenant
from tests.depth import rounds, sampled
from tests.fuzz.document import DOCUMENT, MONEY, OPERATIONS, known_part, responses
from tests.fuzz.known import Proving

# Behind a login; tests/isolation walks them. What is behind a token has its own document: tests/conversations/api.
BEHIND_A_LOGIN = ("/admin/", "/desk/", "/live/")
# Their first answer needs an id that nobody guesses, or a running worker.
BEYOND_CHANCE = {
    path
    for path in set(DOCUMENT["paths"]) - MONEY
    if path.endswith(("/why", "{sid}", "{sid}.json", "/", "Typing.json", "ApprovalRequests", "ready"))
} - {"/webhooks/twilio/{token}/", "/webhooks/twilio/{token}/status/", "/simulator/api/{slug}/phones/"}
# A number whose prompt is still open gets no second one, and chance may give no other.
BEYOND_CHANCE |= {"/simulator/daraja/mpesa/stkpush/v1/processrequest"}
EXAMPLES, EXAMPLES_OF_MONEY = rounds(5, deep=400), rounds(4, deep=200)


@pytest.fixture
def site(known_tenant: Tenant) -> schemathesis.BaseSchema:
    """The document with an application behind it."""
    schema = schemathesis.openapi.from_dict(DOCUMENT)
    schema.app = Proving()
    return schema


@pytest.mark.parametrize(("path", "method"), sampled(OPERATIONS, quick=10))
def test_only_the_statuses_that_are_written_down_come_back(
    site: schemathesis.BaseSchema, path: str, method: str
) -> None:
    operation, came = site[path][method], set()
    right, wrong = (
        operation.as_strategy(generation_mode=mode) for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
    )
    examples = EXAMPLES_OF_MONEY if path in MONEY else EXAMPLES

    @settings(max_examples=examples, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(case=right | wrong, is_known=st.sampled_from([True, True, True, False]))
    def hold(case: Case, is_known: bool) -> None:
        if is_known:
            case.path_parameters = {**(case.path_parameters or {}), **known_part(path)}
            case.headers = {**(case.headers or {}), "X-Known": "yes"}
        response = case.call()
        came.add(str(response.status_code))
        assert response.status_code != 500 or is_contract(response.content), response.content

    hold()
    written = responses(path, method)
    assert came <= set(written)
    assert next(iter(written)) in came or path in BEYOND_CHANCE, came


def is_contract(body: bytes) -> bool:
    """Whether a 500 is a refusal that Daraja or PesaPal writes so, and not an error of ours."""
    try:
        told = json.loads(body)
    except ValueError:
        return False
    return told.get("errorCode", "").startswith("500.") or told.get("status") == "500"


def test_every_public_address_is_in_the_document() -> None:
    listed = set(DOCUMENT["paths"])
    of_the_api = set(routes(get_resolver("conversations.api.urls")))
    served = {route for route in routes(get_resolver()) if not route.startswith(BEHIND_A_LOGIN)} - of_the_api
    assert served - listed == set(), "give a new address its place in openapi.yaml or payments.yaml"
    assert {path for path in listed - served if not path.startswith(BEHIND_A_LOGIN)} == set()


def routes(resolver: URLResolver, before: str = "/") -> Iterator[str]:
    for entry in resolver.url_patterns:
        route = before + str(entry.pattern)
        if isinstance(entry, URLPattern):
            yield "".join(
                "{" + part.rpartition(":")[2] if at else part
                for at, part in enumerate(route.replace(">", "}").split("<"))
            )
        else:
            yield from routes(entry, route)
