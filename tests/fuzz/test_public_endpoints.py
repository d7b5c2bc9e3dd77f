"""Schemathesis over every address that answers without a login: only the statuses that are written down come back."""

import base64
from collections.abc import Callable, Iterable, Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
import schemathesis
import yaml
from django.core.handlers.wsgi import WSGIHandler
from django.urls import URLPattern, URLResolver, get_resolver
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode

from conversations.simulator.customer import phones
from conversations.simulator.models import SimulatedPhone
from conversations.simulator.peer.messages import delivery
from tenants.models import Channel, Tenant
from tenants.scope import tenant_scope
from tests.conversations.simulator.conftest import ACCOUNT, TOKEN, demo_channel
from tests.fuzz.wsgi import FORM, Post, fields, signature

pytestmark = pytest.mark.slow
DOCUMENT = yaml.safe_load((Path(__file__).parent / "openapi.yaml").read_text())
METHODS = ("get", "post", "delete")
OPERATIONS = [(path, method) for path, item in DOCUMENT["paths"].items() for method in item if method in METHODS]
# Behind a login; tests/isolation walks them.
BEHIND_A_LOGIN = "/admin/"
KNOWN = {
    "token": "token-duka",
    "slug": "duka",
    "account_sid": ACCOUNT,
    "phone_id": "01900000-0000-7000-8000-000000000001",
}
# Their first answer needs an id that nobody guesses, or a running worker.
BEYOND_CHANCE = {
    path for path in DOCUMENT["paths"] if path.endswith(("/why", "{sid}", "{sid}.json", "/", "Typing.json", "ready"))
} - {"/webhooks/twilio/{token}/", "/webhooks/twilio/{token}/status/", "/simulator/api/{slug}/phones/"}
CSRF = "c" * 32
EXAMPLES = 40


class Proving:
    """In front of Django: whoever says X-Known: yes gets what a known sender has."""

    def __init__(self) -> None:
        self._django = WSGIHandler()

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        if environ.get("HTTP_X_KNOWN") == "yes":
            environ |= {"HTTP_COOKIE": f"csrftoken={CSRF}", "HTTP_X_CSRFTOKEN": CSRF}
            environ["HTTP_AUTHORIZATION"] = "Basic " + base64.b64encode(f"{ACCOUNT}:{TOKEN}".encode()).decode()
            environ["HTTP_X_TWILIO_SIGNATURE"] = self._signature(environ)
        return self._django(environ, start_response)

    def _signature(self, environ: dict[str, Any]) -> str:
        body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
        environ["wsgi.input"] = BytesIO(body)
        kind = environ.get("CONTENT_TYPE", FORM)
        post = Post(path="", body=body, content_type=kind)
        query = environ.get("QUERY_STRING", "")
        url = f"http://{environ['HTTP_HOST']}{environ['PATH_INFO']}" + (f"?{query}" if query else "")
        return signature(url, [] if kind == "application/json" else fields(post), TOKEN)


@pytest.fixture
def site(
    committed_db: None, make_tenant: Callable[..., Tenant], monkeypatch: pytest.MonkeyPatch
) -> schemathesis.BaseSchema:
    """The document with an application behind it, in which a demo tenant and a phone are known."""
    monkeypatch.setattr(delivery, "begin", lambda *args, **kwargs: None)
    channel = demo_channel(make_tenant("duka"))
    phone = phones.add(channel, name="Asha", address="whatsapp:+254712345678")
    with tenant_scope(channel.tenant_id):
        SimulatedPhone.objects.filter(pk=phone.pk).update(id=KNOWN["phone_id"])
        Channel.objects.update(sender="whatsapp:+254700000001")
    schema = schemathesis.openapi.from_dict(DOCUMENT)
    schema.app = Proving()
    return schema


@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_only_the_statuses_that_are_written_down_come_back(
    site: schemathesis.BaseSchema, path: str, method: str
) -> None:
    operation, came = site[path][method], set()
    right, wrong = (
        operation.as_strategy(generation_mode=mode) for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
    )

    @settings(max_examples=EXAMPLES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(case=right | wrong, is_known=st.sampled_from([True, True, True, False]))
    def hold(case: Case, is_known: bool) -> None:
        if is_known:
            case.path_parameters = {**(case.path_parameters or {}), **known_part(case.path_parameters)}
            case.headers = {**(case.headers or {}), "X-Known": "yes"}
        came.add(str(case.call().status_code))

    hold()
    written = DOCUMENT["paths"][path][method]["responses"]
    assert came <= set(written)
    assert next(iter(written)) in came or path in BEYOND_CHANCE, came


def known_part(path_parameters: Mapping[str, Any] | None) -> dict[str, str]:
    return {name: value for name, value in KNOWN.items() if name in (path_parameters or {})}


def test_every_public_address_is_in_the_document() -> None:
    listed = set(DOCUMENT["paths"])
    served = {route for route in routes(get_resolver()) if not route.startswith(BEHIND_A_LOGIN)}
    assert served - listed == set(), "give a new address its place in openapi.yaml"
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
