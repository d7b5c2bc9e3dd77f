"""Rules as forms, as a file, and as what customers would read: one schema says what each may hold."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from lxml import html

from tenants.choices import Role
from tenants.models import Tenant
from tenants.rules import Escalation, Guardrails, read_rules
from tenants.scope import fleet_scope
from tests.depth import sampled
from tests.people import member, platform, seated
from tests.tenants.test_admin_settings import form, save

pytestmark = pytest.mark.django_db
MakeTenant = Callable[..., Tenant]
SID = f"HX{'a' * 32}"
RULES = {
    "compliance": {
        "restricted": [
            {
                "topic": "gambling", "words": ["kubeti", "odds"], "helplines": ["Line: 0700 000 190"],
                "reply": {"en": "Not that.", "sw": "Hapana."},
            },
            {"topic": "politics"},
        ],
        "restricted_reply": {"en": "Only the shop."},
        "data_notice": {"en": "We keep chats.", "sheng": "Tunaweka chat."},
        "answers": {"style": "bullet", "details": [{"en": "the model", "sw": "modeli"}], "disclaimer": False},
    },
    "escalation_rules": {"phone": "+254700000101", "reply_within_minutes": 30, "topics": ["refund", "late delivery"]},
    "templates": {
        "payment.settled": {
            "name": "paid", "content_sid": SID, "body": "Got {{1}} for {{2}}.", "variables": ["amount", "number"]
        }
    },
}  # fmt: skip


@pytest.fixture
def tenant(make_tenant: MakeTenant) -> Tenant:
    return make_tenant(**RULES)


@pytest.fixture
def client(tenant: Tenant) -> Client:
    return seated(member(tenant))


def path_of(tenant: Tenant, page: str = "change") -> str:
    return reverse(f"admin:tenants_tenant_{page}", args=[tenant.pk])


def posted_back(client: Client, tenant: Tenant) -> dict[str, list[str]]:
    """The settings as a browser sends them when nobody has touched the page."""
    page = html.fromstring(client.get(path_of(tenant)).content)
    values: dict[str, list[str]] = {}
    for name, value in page.get_element_by_id("tenant_form").form_values():
        values.setdefault(name, []).append(value)
    return {name: value for name, value in values.items() if "__row__" not in name}


def test_an_untouched_form_keeps_every_rule(client: Client, tenant: Tenant) -> None:
    assert client.post(path_of(tenant), posted_back(client, tenant)).status_code == 302
    with fleet_scope():
        tenant.refresh_from_db()
    assert {name: getattr(tenant, name) for name in RULES} == RULES


def test_rows_are_added_changed_and_taken_away(client: Client, tenant: Tenant) -> None:
    values = posted_back(client, tenant)
    values = {name: value for name, value in values.items() if not name.startswith("compliance-restricted-0-")}
    values |= {
        "compliance-restricted-7-topic": ["other guests"],
        "compliance-restricted-7-words": ["room of\r\n\r\n who stays "],
        "compliance-restricted-7-reply-sw": ["Siwezi."],
        "compliance-restricted-9-topic": [" "],
        "templates-payment.settled-variables-5": ["receipt"],
        "templates-payment.settled-body": ["Got {{1}} for {{2}}, receipt {{3}}."],
        "escalation_rules-reply_within_minutes": [""],
    }
    assert client.post(path_of(tenant), values).status_code == 302
    with fleet_scope():
        tenant.refresh_from_db()
    topics = read_rules(Guardrails, tenant.compliance).restricted
    assert [topic.topic for topic in topics] == ["politics", "other guests"]
    assert (topics[1].words, topics[1].reply) == (("room of", "who stays"), {"sw": "Siwezi."})
    assert tenant.templates["payment.settled"]["variables"] == ["amount", "number", "receipt"]
    assert read_rules(Escalation, tenant.escalation_rules).reply_within_minutes is None


@pytest.mark.parametrize(
    ("changes", "sentence"),
    sampled(
        [
            ({"escalation_rules-max_clarifications": "eleven"}, "Write a whole number."),
            ({"escalation_rules-max_clarifications": "11"}, "Questions back before a person takes over: At most 10."),
            ({"escalation_rules-max_clarifications": "0"}, "At least 1."),
            ({"escalation_rules-phone": "7" * 81}, "Phone: At most 80 characters."),
            ({"escalation_rules-phone": "a\0b"}, "a character that cannot be kept"),
            ({"compliance-answers-style": "long"}, "Choose one of concise, detailed or bullet."),
            (
                {"compliance-restricted-0-words": "odds"},
                "Topics that are left alone, 1, Topic: This must not be empty.",
            ),
            ({"compliance-data_notice-sw": "x" * 2001}, "Kiswahili: At most 2,000 characters."),
            ({f"compliance-answers-details-{row}-en": "x" for row in range(11)}, "At most 10 of them."),
            ({"templates-payment.settled-name": "Paid!"}, "small letters, digits and underscores"),
            ({"templates-payment.settled-content_sid": "HX12"}, "A content SID is HX and 32 hex digits."),
            ({"templates-payment.settled-variables-0": "due"}, "An order is paid, Values"),
        ],
        quick=4,
    ),
)
def test_what_is_wrong_is_told_by_its_title(
    client: Client, make_tenant: MakeTenant, changes: dict[str, str], sentence: str
) -> None:
    shop = make_tenant()
    status, page = save(seated(member(shop)), shop, **changes)
    assert status == 200
    assert sentence in " ".join(html.fromstring(page).text_content().split())
    assert shop.name != "Duka"


def test_places_and_values_of_a_template_must_agree(client: Client, tenant: Tenant) -> None:
    values = posted_back(client, tenant) | {"templates-payment.settled-body": ["Got {{1}} for {{3}}."]}
    page = client.post(path_of(tenant), values).content.decode()
    assert "The approved text has 2 places and 2 values are chosen." in page


def test_a_post_without_the_rules_leaves_them(client: Client, tenant: Tenant) -> None:
    parts = {name: value for name, value in form().items() if not name.startswith(tuple(RULES))}
    assert client.post(path_of(tenant), parts).status_code == 302
    with fleet_scope():
        tenant.refresh_from_db()
    assert {name: getattr(tenant, name) for name in RULES} == RULES


def test_the_file_goes_out_and_comes_in_again(client: Client, tenant: Tenant, make_tenant: MakeTenant) -> None:
    exported = client.get(path_of(tenant, "export_rules"))
    assert f"{tenant.slug}-rules.json" in exported["Content-Disposition"]
    assert json.loads(exported.content) == RULES
    other = make_tenant()
    assert give(other, exported.content).status_code == 302
    with fleet_scope():
        other.refresh_from_db()
    assert {name: getattr(other, name) for name in RULES} == RULES


def give(tenant: Tenant, content: bytes) -> Any:
    file = SimpleUploadedFile("rules.json", content, content_type="application/json")
    return seated(member(tenant)).post(path_of(tenant, "import_rules"), {"file": file})


@pytest.mark.parametrize(
    ("content", "sentence"),
    sampled(
        [
            (b"{", "This is not JSON: expecting property name"),
            (b"\xff\xfe", "not UTF-8"),
            (b"[1]", "must be a JSON object"),
            (b"{}", "must be a JSON object"),
            (b"[" * 100_000, "nested too deeply"),
            (b'{"rules": {}}', "rules is not a part."),
            (b'{"compliance": null}', "compliance: This must be a JSON object."),
            (b'{"compliance": {"topics": ["medicine"]}}', "topics: There is no such setting."),
            (b'{"compliance": {"restricted": [{"topic": " "}]}}', "Topic: This must not be empty."),
            (b'{"compliance": {"data_notice": {"fr": "x"}}}', "fr is not a language."),
            (b'{"compliance": {"data_notice": "\\u0000"}}', "cannot be kept"),
            (b'{"compliance": {"data_notice": "\\ud800"}}', "cannot be kept"),
            (b'{"compliance": {"\\ud800": 1}}', "cannot be kept"),
            (b'{"escalation_rules": {"max_clarifications": 1.5}}', "Write a whole number."),
            (b'{"escalation_rules": {"max_clarifications": NaN}}', "NaN is not a JSON number."),
            (b'{"escalation_rules": {"max_clarifications": ' + b"9" * 5000 + b"}}", "a number in it is too long"),
            (b'{"templates": {"payment.lost": {}}}', "payment.lost: There is no such setting."),
            (b'{"templates": {"payment.settled": {"name": "x"}}}', "Content SID: This must not be empty."),
            (b" " * 300_000, "too large"),
        ],
        quick=7,
    ),
)
def test_a_file_that_is_wrong_changes_nothing(tenant: Tenant, content: bytes, sentence: str) -> None:
    page = give(tenant, content)
    assert page.status_code == 200
    assert sentence in " ".join(html.fromstring(page.content).text_content().split())
    with fleet_scope():
        tenant.refresh_from_db()
    assert tenant.compliance == RULES["compliance"]


def test_the_preview_is_the_products_own_wording(client: Client, tenant: Tenant) -> None:
    values = posted_back(client, tenant) | {"allowed_languages": ["en", "sw"], "bot_intro": ["Karibu dukani!"]}
    page = " ".join(
        html.fromstring(client.post(reverse("admin:preview_rules"), values).content.decode()).text_content().split()
    )
    for words in ("Karibu dukani! We keep chats.", "(gambling)", "Hapana. • Line: 0700 000 190", "Only the shop.",
                  "Got KES 2,299 for K7QX2M9P.", "+254700000101", "• modeli"):  # fmt: skip
        assert words in page
    assert "Tunaweka chat." not in page  # Sheng is not spoken here


def test_a_preview_of_what_is_wrong_says_so(client: Client, tenant: Tenant) -> None:
    values = posted_back(client, tenant) | {"escalation_rules-max_clarifications": ["99"], "tone_style": ["\0"]}
    assert "1 thing above must be mended" in client.post(reverse("admin:preview_rules"), values).content.decode()


def test_only_who_may_change_the_settings_sees_the_preview_and_the_file(tenant: Tenant) -> None:
    operator = seated(member(tenant, Role.OPERATOR))
    assert operator.post(reverse("admin:preview_rules"), {}).status_code == 403
    for page in ("export_rules", "import_rules"):
        assert operator.get(path_of(tenant, page)).status_code == 403
    assert seated(platform()).post(reverse("admin:preview_rules"), {}).status_code == 200
