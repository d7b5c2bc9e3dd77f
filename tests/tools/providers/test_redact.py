"""What is logged of an exchange has no secrets, and three characters of a phone number."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools.providers import redact


@pytest.mark.parametrize(
    ("words", "masked"),
    [
        ("whatsapp:+254700123456", "whatsapp:***456"),
        ("whatsapp:US.ABC123XYZ", "whatsapp:***XYZ"),
        ("To=whatsapp%3A%2B254700123456&x=1", "To=whatsapp%3A***456&x=1"),
        ("Call +254700123456 now", "Call ***456 now"),
        ("Call 0700123456.", "Call ***456."),
        ("254700123456", "***456"),
        ("%2B91994541XXXX", "***XXX"),
        ("KES 12,500 on 2026-11-20, order 12345", "KES 12,500 on 2026-11-20, order 12345"),
        ("SM" + "1" * 32, "SM" + "1" * 32),
        ("019aa1b2-1234-7123-8123-123456789012", "019aa1b2-1234-7123-8123-123456789012"),
        ("https://a.example/webhooks/twilio/T0-k_en/status/?message=1", "https://a.example/webhooks/twilio/***/status/?message=1"),
        ("https://me:word@a.example/x?X-Amz-Signature=abc&size=1", "https://***@a.example/x?X-Amz-Signature=***&size=1"),
        ('{"auth_token": "abc", "sid": "AC1"}', '{"auth_token": "***", "sid": "AC1"}'),
        ("https://a.example/hooks/c2b/T0-k_en/confirm/", "https://a.example/hooks/c2b/***/confirm/"),
        ("https://a.example/hooks/results/T0/019aa1b2/s3cr3t/", "https://a.example/hooks/results/***"),
        ("ws_CO_191220191020363925", "ws_CO_191220191***925"),
        ("Lipa254712345678na", "Lipa***678na"),
        ("+233 24 123 4567, or 0803 123 4567", "***567, or ***567"),
    ],
)  # fmt: skip
def test_secrets_and_numbers_are_masked(words: str, masked: str) -> None:
    assert redact.text(words) == masked


def test_fields_are_masked_at_every_depth() -> None:
    told = {"To": ["whatsapp:+254700123456"], "in": {"AuthToken": "abc", "n": 3}, "Body": "Karibu"}
    assert redact.fields(told) == {"To": ["whatsapp:***456"], "in": {"AuthToken": "***", "n": 3}, "Body": "Karibu"}


@given(st.integers(10**9, 10**14), st.sampled_from(["+{}", "{}", "whatsapp:+{}", "to:+{}.", "({})", '"{}"']))
def test_no_number_is_left_over(number: int, form: str) -> None:
    answer = json.dumps({"x": form.format(number), "y": [form.format(number) * 1]})
    assert str(number) not in redact.body(answer)
    assert str(number) not in redact.body(form.format(number))


def test_a_long_answer_is_masked_before_it_is_cut() -> None:
    answer = "x" * 4090 + " +254700123456 " + "é" * 100
    assert len(redact.body(answer).encode()) <= 4096
    assert "2547" not in redact.body(answer)


def test_what_providers_tell_of_who_paid_is_masked_and_what_they_call_it_is_kept() -> None:
    told = {
        "MerchantRequestID": "29115-34620561-1", "Timestamp": 20191219102115, "TransTime": "20191219102115",
        "StartDate": "2020-08-04 08:36:00", "FirstName": "ASHA", "MSISDN": "2547 ***** 149", "passkey": "bfb279",
        "SecurityCredential": "abc", "Amount": 3499, "PartyA": 254708374149,
        "Item": [{"Name": "PhoneNumber", "Value": 254708374149}, {"Name": "TransactionDate", "Value": 20191219102115}],
    }  # fmt: skip
    assert redact.fields(told) == {
        "MerchantRequestID": "29115-34620561-1", "Timestamp": 20191219102115, "TransTime": "20191219102115",
        "StartDate": "2020-08-04 08:36:00", "FirstName": "***", "MSISDN": "***", "passkey": "***",
        "SecurityCredential": "***", "Amount": 3499, "PartyA": "***149",
        "Item": [{"Name": "PhoneNumber", "Value": "***149"}, {"Name": "TransactionDate", "Value": 20191219102115}],
    }  # fmt: skip


@pytest.mark.parametrize("name", ["RequestID", "Timestamp", "date_created", "ConversationID"])
def test_a_number_is_masked_whatever_its_field_is_called(name: str) -> None:
    assert "70837" not in str(redact.fields({name: "+254708374149", "x": {name: 254708374149}}))
