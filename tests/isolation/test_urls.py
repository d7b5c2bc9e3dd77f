"""Every address of the installation is asked with another tenant's ids, and gives nothing of it away.

The addresses are found in config.urls: a new one is tried by itself. One with a new parameter fails until FORGED says
what to put there; one that cannot be tried must be named in EXEMPT with its reason.
"""

import base64
import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.contenttypes.models import ContentType
from django.db import models
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RegexPattern
from django.utils.http import urlsafe_base64_encode

from conversations.api.models import LibraryAnswer
from conversations.models import Conversation, InboundMedia, InboundMessage, OutboundFile, Turn
from conversations.simulator.models import (
    SimulatedContent,
    SimulatedMessage,
    SimulatedPhone,
    SimulatedPicture,
    SimulatedPrompt,
)
from knowledge.models import Document
from tenants.choices import Role
from tenants.models import Channel, Customer, Tenant, User
from tests.depth import thorough
from tests.isolation.conftest import secrets_of
from tests.isolation.plant import Rows
from tests.people import member, seated
from tests.talk import sign
from tools.billing.models import RefundCase
from tools.catalog.models import ImportDraft, Product
from tools.handoff.models import HandoffTicket
from tools.orders.models import Order
from tools.payments.models import IncomingPayment, Payment
from tools.research.models import ResearchRun

REFUSED = (302, 307, 400, 401, 403, 404, 405)
PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
ADMIN_PAGE = re.compile(r"^admin/(\w+)/(\w+)/")
SIDS = (
    ("Content/", SimulatedContent),
    ("Media/", SimulatedPicture),
    ("pictures/", SimulatedPicture),
    ("", SimulatedMessage),
)
EXEMPT = {
    "admin:logout": "ends the session of whoever asks",
    "admin:jsi18n": "Django's words in the reader's language",
}
# Asked with any id they answer the same; what they ask to be confirmed is then refused.
DIALOGS = {
    "admin:tenants_channel_new_webhook_address": "the words of a dialog, without looking anything up",
    "admin:orders_order_prepare": "the same",
    "admin:orders_order_ship": "the same",
    "admin:orders_order_deliver": "the same",
    "admin:orders_order_cancel": "the same",
    "admin:payments_incomingpayment_match_to_order": "the same",
    "admin:payments_incomingpayment_ask_safaricom": "the same",
    "admin:payments_incomingpayment_confirm_by_hand": "the same",
    "admin:payments_incomingpayment_strike_out": "the same",
    "admin:payments_paymentaccount_new_addresses": "the same",
    "admin:payments_payment_ask_for_refund": "the same",
    "admin:billing_refundcase_approve": "the same",
    "admin:billing_refundcase_reject": "the same",
    "admin:api_apitoken_revoke": "the same",
    "admin:webhooks_webhookdelivery_send_again": "the same",
}
# Addresses that are regular expressions, and one that they match.
EXAMPLES = {"admin:app_list": "admin/tenants/", "admin:?": "admin/nothing/such"}


@dataclass(frozen=True)
class Address:
    """One pattern of config.urls."""

    name: str
    route: str
    is_regex: bool

    @property
    def parameters(self) -> list[str]:
        return [] if self.is_regex else PARAMETER.findall(self.route)


def addresses() -> list[Address]:
    return list(_walk(get_resolver(), "", ""))


def _walk(resolver: URLResolver, route: str, space: str) -> Iterator[Address]:
    for pattern in resolver.url_patterns:
        below = route + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _walk(pattern, below, f"{space}{pattern.namespace}:" if pattern.namespace else space)
        elif isinstance(pattern, URLPattern):
            yield Address(f"{space}{pattern.name or '?'}", below, isinstance(pattern.pattern, RegexPattern))


def _object_id(address: Address, rows: Rows) -> Any:
    """The id of a row of the page's model."""
    if address.name == "admin:view_on_site":
        return rows[InboundMedia].pk
    page = ADMIN_PAGE.match(address.route)
    assert page, f"of which model is {address.route}?"
    return rows[apps.get_model(page[1], page[2])].pk


def _sid(address: Address, rows: Rows) -> str:
    model = next(model for part, model in SIDS if part in address.route)
    return str(rows[model].sid)


FORGED: dict[str, Callable[[Address, Rows], Any]] = {
    "object_id": _object_id,
    "content_type_id": lambda address, rows: ContentType.objects.get_for_model(InboundMedia).pk,
    "id": lambda address, rows: rows[User].pk,
    "user_id": lambda address, rows: rows[User].pk,
    "uidb64": lambda address, rows: urlsafe_base64_encode(str(rows[User].pk).encode()),
    "token": lambda address, rows: rows[Channel].webhook_token,
    "payment_id": lambda address, rows: rows[Payment].pk,
    "incoming_id": lambda address, rows: rows[IncomingPayment].pk,
    "secret": lambda address, rows: rows[IncomingPayment].ask_secret,
    "product_id": lambda address, rows: rows[Product].pk,
    "order_id": lambda address, rows: rows[Order].pk,
    "customer_id": lambda address, rows: rows[Customer].pk,
    "document_id": lambda address, rows: rows[Document].pk,
    "answer_id": lambda address, rows: rows[LibraryAnswer].pk,
    "case_id": lambda address, rows: rows[RefundCase].pk,
    "ticket_id": lambda address, rows: rows[HandoffTicket].pk,
    "run_id": lambda address, rows: rows[ResearchRun].pk,
    "conversation_id": lambda address, rows: rows[Conversation].pk,
    "turn_id": lambda address, rows: rows[Turn].pk,
    "message_id": lambda address, rows: rows[InboundMessage].pk,
    "media_id": lambda address, rows: rows[InboundMedia].pk,
    "file_id": lambda address, rows: rows[OutboundFile].pk,
    "slug": lambda address, rows: rows[Tenant].slug,
    "phone_id": lambda address, rows: rows[SimulatedPhone].pk,
    "sid": _sid,
    "message_sid": lambda address, rows: rows[SimulatedMessage].sid,
    "account_sid": lambda address, rows: rows[Channel].twilio_account,
    "ticket": lambda address, rows: rows[SimulatedPicture].sid,
    "rest": lambda address, rows: rows[SimulatedPrompt].checkout_request_id,
}


def paths(address: Address, theirs: Rows, ours: Rows) -> list[str]:
    """The address with their ids in it; where a tenant is named first, also with ours and their ids behind it."""
    if address.is_regex:
        return [f"/{EXAMPLES[address.name]}"]
    made = {name: quote(str(FORGED[name](address, theirs)), safe="") for name in address.parameters}
    kinds = [made]
    for name in {"slug", "account_sid"} & set(made) if len(made) > 1 else ():
        kinds.append(made | {name: quote(str(FORGED[name](address, ours)), safe="")})
    return ["/" + PARAMETER.sub(lambda found, kind=kind: kind[found[1]], address.route) for kind in kinds]


def form(theirs: Rows) -> dict[str, Any]:
    """Everything that some page takes from a form, forged."""
    pk = str(theirs[Customer].pk)
    return {
        "post": "yes", "_form_submitted": "on", "confirm": "1", "name": "taken over", "text": "taken over",
        "draft": str(theirs[ImportDraft].pk), "tenant": str(theirs[Tenant].pk), "kind": "busy",
        "address": theirs[Customer].address, "sid": theirs[SimulatedMessage].sid, "Body": "taken over",
        "MessageSid": "SM" + "1" * 32, "From": theirs[Customer].address, "To": theirs[Channel].sender,
        "AccountSid": theirs[Channel].twilio_account, "messageId": theirs[SimulatedMessage].sid,
        "id": theirs[SimulatedPrompt].checkout_request_id, "outcome": "pay", "pin": "1234", "number": "174379",
        "account": "taken over", "amount": "1", "purpose": "paybill",
        "ContentSid": theirs[SimulatedContent].sid, "action": "delete_selected", "_selected_action": [pk],
    }  # fmt: skip


def text_of(response: HttpResponse) -> str:
    content = b"".join(response.streaming_content) if response.streaming else response.content
    return content.decode(errors="replace") + str(dict(response.items()))


def leaks(response: HttpResponse, asked: str, theirs: Rows) -> list[str]:
    said = text_of(response)
    return [secret for secret in secrets_of(theirs) if secret in said and secret not in asked]


def basic(rows: Rows) -> dict[str, str]:
    login = f"{rows[Channel].twilio_account}:{rows[Channel].auth_token}"
    return {"Authorization": "Basic " + base64.b64encode(login.encode()).decode()}


def ask(
    client: Client, path: str, theirs: Rows, ours: Rows, methods: Collection[str]
) -> Iterator[tuple[str, HttpResponse]]:
    """GET and POST; webhooks signed with our own token, Twilio's addresses with our own login."""
    is_peer = path.startswith("/simulator/twilio")
    headers = basic(ours) if is_peer else {}
    query = {"draft": str(theirs[ImportDraft].pk)} if "import-csv" in path else {}
    if "GET" in methods:
        yield "GET", client.get(path, query, headers=headers)
    if "POST" not in methods:
        return
    fields = form(theirs)
    if path.startswith("/webhooks/"):
        plain = {name: value for name, value in fields.items() if isinstance(value, str)}
        signature = sign(f"http://testserver{path}", plain, ours[Channel].auth_token)
        yield "POST", client.post(path, plain, headers={"X-Twilio-Signature": signature})
        return
    yield "POST", client.post(path, fields, headers=headers)
    if is_peer:
        yield "DELETE", client.delete(path, headers=headers)


def problems(
    client: Client, chosen: list[Address], theirs: Rows, ours: Rows, methods: Collection[str] = ("GET", "POST")
) -> Iterator[str]:
    for address in chosen:
        for path in paths(address, theirs, ours):
            for method, response in ask(client, path, theirs, ours, methods):
                if found := leaks(response, path, theirs):
                    yield f"{method} {path} tells {found}"
                if response.status_code == 500:
                    yield f"{method} {path} broke down"
                is_fixed = address.name == "admin:choose_password" or (method == "GET" and address.name in DIALOGS)
                if address.parameters and not is_fixed and response.status_code not in REFUSED:
                    yield f"{method} {path} answers {response.status_code}"


def chosen(*, of_admin: bool) -> list[Address]:
    tried = [address for address in addresses() if address.name not in EXEMPT]
    return [address for address in tried if address.route.startswith("admin/") == of_admin]


def test_every_parameter_of_an_address_is_known() -> None:
    unknown = {name for address in addresses() for name in address.parameters} - set(FORGED)
    assert not unknown, "say in FORGED what of another tenant's is put there"


def test_exemptions_and_examples_are_of_addresses_that_exist() -> None:
    known = {address.name for address in addresses()}
    assert set(EXEMPT) | set(EXAMPLES) | set(DIALOGS) <= known
    assert {address.name for address in addresses() if address.is_regex} == set(EXAMPLES)


def test_the_admin_gives_nothing_away(ours: Rows, theirs: Rows, untouched: Callable[[], bool]) -> None:
    client, tried = seated(member(ours[Tenant])), [each for each in chosen(of_admin=True) if each.parameters]
    assert list(problems(client, tried, theirs, ours)) == []
    assert untouched()


@pytest.mark.parametrize("method", ["GET", pytest.param("POST", marks=thorough)])
def test_our_own_lists_and_forms_show_and_take_nothing_of_theirs(
    method: str, ours: Rows, theirs: Rows, untouched: Callable[[], bool]
) -> None:
    """No id stands in these addresses: what is posted to a list or a new row is tried by other tests too."""
    client, tried = seated(member(ours[Tenant])), [each for each in chosen(of_admin=True) if not each.parameters]
    assert list(problems(client, tried, theirs, ours, [method])) == []
    assert untouched()


def test_the_admin_gives_a_stranger_nothing(ours: Rows, theirs: Rows, untouched: Callable[[], bool]) -> None:
    assert list(problems(Client(), chosen(of_admin=True), theirs, ours)) == []
    assert untouched()


@pytest.mark.parametrize("role", [Role.ADMIN, Role.OPERATOR, None], ids=["our admin", "our operator", "a stranger"])
def test_all_other_addresses_give_nothing_away(
    role: Role | None, ours: Rows, theirs: Rows, untouched: Callable[[], bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    for quiet in (
        "conversations.simulator.courier.post",
        "conversations.simulator.peer.messages.delivery.begin",
        "conversations.simulator.money.courier.begin",
    ):
        monkeypatch.setattr(quiet, lambda *args, **options: "")
    client = seated(member(ours[Tenant], role)) if role else Client()
    assert list(problems(client, chosen(of_admin=False), theirs, ours)) == []
    assert untouched()


@thorough
def test_their_own_admin_sees_what_we_must_not(theirs: Rows, ours: Rows) -> None:
    """What the other tests look for is there to be found."""
    client = seated(member(theirs[Tenant]))
    seen = {
        address.name
        for address in chosen(of_admin=True)
        for path in (paths(address, theirs, ours) if address.name.endswith("_change") else ())
        if leaks(client.get(path), path, theirs)
    }
    assert seen >= {
        f"admin:{model._meta.app_label}_{model._meta.model_name}_change" for model in _shown() if model is not User
    }
    assert "inbound-media" in {
        address.name
        for address in chosen(of_admin=False)
        for path in paths(address, theirs, ours)
        if address.name == "inbound-media" and leaks(client.get(path), path, theirs)
    }


def _shown() -> list[type[models.Model]]:
    return [model for model in admin.site._registry if not issubclass(model, User)]


def test_every_action_of_a_list_leaves_their_rows_alone(
    ours: Rows, theirs: Rows, untouched: Callable[[], bool]
) -> None:
    client = seated(member(ours[Tenant]))
    for model, page in admin.site._registry.items():
        if model not in theirs:
            continue
        path = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        for action in {"delete_selected", *(str(getattr(it, "__name__", it)) for it in page.actions or ())}:
            picked = {"action": action, "_selected_action": [str(theirs[model].pk)], "post": "yes"}
            response = client.post(path, picked)
            assert response.status_code in (200, 302, 403), path
            assert leaks(response, path, theirs) == []
    assert untouched()
