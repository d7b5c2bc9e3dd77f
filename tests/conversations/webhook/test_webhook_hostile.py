"""Webhooks that are too large, broken or forged: refused with a reason, never a 5xx, and nothing is stored."""

import io
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from conversations.channels.whatsapp import envelope
from conversations.models import Conversation, InboundMessage
from tenants.models import Channel, Customer, Tenant
from tenants.scope import fleet_scope, tenant_scope
from tests.conversations import signed
from tests.depth import rounds

pytestmark = pytest.mark.django_db


@pytest.fixture
def channel(db: None, make_tenant: Callable[..., Tenant]) -> Channel:
    tenant = make_tenant()
    with tenant_scope(tenant.id):
        return Channel.objects.get()


def stored() -> int:
    with fleet_scope():
        return InboundMessage.objects.count() + Customer.objects.count() + Conversation.objects.count()


class Untouchable(io.BytesIO):
    """A body of which nobody may read."""

    def read(self, *args: Any) -> bytes:
        raise AssertionError("the body was read")


@pytest.mark.parametrize("length", [str(envelope.MAX_BYTES + 1), "9" * 30])
def test_a_body_that_says_it_is_too_large_is_not_even_read(
    channel: Channel, statements: Callable[..., Any], length: str
) -> None:
    environ = {"wsgi.input": Untouchable(), "CONTENT_LENGTH": length, "CONTENT_TYPE": signed.FORM}
    with statements() as seen:
        assert Client().post(signed.path_of(channel), **environ).status_code == 413
    assert not seen


def test_the_largest_body_is_taken_and_one_byte_more_is_not(channel: Channel) -> None:
    fields = signed.message(channel, Padding="")
    room = envelope.MAX_BYTES - len(signed.urlencode(fields))
    assert signed.post(channel, fields | {"Padding": "x" * room}).status_code == 200
    assert signed.post(channel, fields | {"Padding": "x" * (room + 1)}).status_code == 413


@pytest.mark.parametrize("length", ["-5", "abc", "1e3", "٣"])
def test_a_length_that_is_none_is_malformed(channel: Channel, length: str) -> None:
    assert signed.raw(signed.path_of(channel), b"Body=x", CONTENT_LENGTH=length).status_code == 400


def test_too_many_fields_are_malformed(channel: Channel) -> None:
    fields = signed.message(channel) | {f"f{number}": "" for number in range(1000)}
    assert (signed.post(channel, fields).status_code, stored()) == (400, 0)


@pytest.mark.parametrize(
    ("body", "content_type", "statuses"),
    [
        (b"", signed.FORM, {403}),
        (b"\xff\xfe\x00", signed.FORM, {403}),
        (b"Body=%ZZ%&&=&From=%", signed.FORM, {403}),
        (b"Body=%00%ED%A0%80%FF", signed.FORM, {403}),
        (b"Body=x", "text/plain", {403}),
        (b"Body=x", "", {403}),
        (b"Body=x", "application/x-www-form-urlencoded; charset=utf-16", {400}),
        (b"Body=x", "application/x-www-form-urlencoded; charset=rot13", {400}),
        (b"Body=x", "application/x-www-form-urlencoded; charset=no-such", {400}),
        (b"x", "multipart/form-data", {400}),
        (b"x", "multipart/form-data; boundary=", {400}),
        (b"x", "multipart/form-data; boundary=b", {400, 403}),
        (b'--b\r\nContent-Disposition: form-data; name="a"', "multipart/form-data; boundary=b", {400, 403}),
        (b"{", "application/json", {403}),
        (b"\xff", "application/json", {400}),
        (b"[" * 60000, "application/json", {403}),
    ],
)
def test_broken_bodies_are_refused(channel: Channel, body: bytes, content_type: str, statuses: set[int]) -> None:
    for path in (signed.path_of(channel), f"{signed.path_of(channel)}status/"):
        answer = signed.raw(path, body, content_type=content_type, signature="L/OH5YylLD5NRKLltdqwSvS0BnU=")
        assert answer.status_code in statuses
    assert stored() == 0


@pytest.mark.parametrize("host", ["testserver:99999", "[::1", "a b", "testserver:"])
def test_a_host_that_is_none_is_refused(channel: Channel, host: str) -> None:
    answer = signed.raw(signed.path_of(channel), b"Body=x", signature="x", HTTP_HOST=host)
    assert answer.status_code in (400, 403)


def test_a_signature_for_the_message_does_not_open_the_status_address(channel: Channel) -> None:
    fields = signed.message(channel)
    signature = signed.sign(f"http://testserver{signed.path_of(channel)}", fields.items(), channel.auth_token)
    answer = signed.raw(f"{signed.path_of(channel)}status/", signed.urlencode(fields), signature=signature)
    assert answer.status_code == 403


def test_a_signed_body_of_the_wrong_type_stores_nothing(channel: Channel) -> None:
    path, body = signed.path_of(channel), signed.urlencode(signed.message(channel))
    signature = signed.sign(f"http://testserver{path}", [], channel.auth_token)
    assert signed.raw(path, body, content_type="text/plain", signature=signature).status_code == 400
    assert stored() == 0


@pytest.mark.parametrize("method", ["get", "put", "delete", "patch", "options", "head"])
def test_no_other_method_is_taken(channel: Channel, method: str) -> None:
    assert getattr(Client(), method)(signed.path_of(channel)).status_code == 405
    assert getattr(Client(), method)(f"{signed.path_of(channel)}status/").status_code == 405


NAMES = st.one_of(
    st.sampled_from(
        [
            "MessageSid", "SmsSid", "From", "To", "Body", "NumMedia", "MediaUrl0", "MediaContentType0", "Latitude",
            "Longitude", "ListId", "ListTitle", "ButtonText", "ButtonPayload", "ProfileName", "WaId", "ExternalUserId",
            "ExternalUserIdentifier", "FlowData", "MessageStatus", "ErrorCode", "OriginalRepliedMessageSid",
        ]
    ),
    st.text(max_size=12),
)  # fmt: skip
VALUES = st.one_of(
    st.sampled_from(
        ["", "SM" + "1" * 32, "whatsapp:+254712345678", "+12345", "whatsapp:KE.1234", "KE.1234", "254712345678", "-1.2"]
    ),
    st.text(max_size=40),
)
PROPERTY = settings(
    max_examples=rounds(100, deep=150),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@PROPERTY
@given(fields=st.dictionaries(NAMES, VALUES, max_size=12), is_whole=st.booleans())
def test_whatever_is_signed_is_stored_or_malformed(channel: Channel, fields: dict[str, str], is_whole: bool) -> None:
    sent = signed.message(channel, **fields) if is_whole else fields
    before = stored()
    status = signed.post(channel, sent).status_code
    assert status in (200, 400)
    assert status == 200 or stored() == before


@PROPERTY
@given(fields=st.dictionaries(NAMES, VALUES, max_size=12), told=st.sampled_from(["sent", "failed", "huh", ""]))
def test_whatever_status_is_signed_is_followed_or_malformed(
    channel: Channel, fields: dict[str, str], told: str
) -> None:
    sent = fields | {"MessageStatus": told}
    assert signed.post(channel, sent, status_of=fields.get("Body", "")).status_code in (204, 400)


@PROPERTY
@given(fields=st.dictionaries(NAMES, VALUES, max_size=12), token=st.text(min_size=1, max_size=20))
def test_whatever_is_signed_by_somebody_else_is_refused(channel: Channel, fields: dict[str, str], token: str) -> None:
    assert signed.post(channel, signed.message(channel, **fields), token=token).status_code == 403
    assert signed.raw(signed.path_of(channel), signed.urlencode(fields)).status_code == 403
    assert stored() == 0


@PROPERTY
@given(body=st.binary(max_size=300), content_type=st.sampled_from([signed.FORM, "application/json", "text/plain"]))
def test_bytes_without_a_signature_never_break_anything(channel: Channel, body: bytes, content_type: str) -> None:
    assert signed.raw(signed.path_of(channel), body, content_type=content_type).status_code in (400, 403)
    assert stored() == 0
