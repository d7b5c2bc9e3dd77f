"""Twilio's signature, against Twilio's own vectors and its own validator."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from twilio.request_validator import RequestValidator

from conversations.simulator.courier import signature
from tests.conversations.signed import KARIBU

CALL = {
    "CallSid": "CA1234567890ABCDE",
    "Caller": "+14158675310",
    "Digits": "1234",
    "From": "+14158675310",
    "To": "+18005551212",
}


@pytest.mark.parametrize(
    ("url", "parameters", "expected"),
    [
        ("https://example.com/myapp.php?foo=1&bar=2", CALL, "L/OH5YylLD5NRKLltdqwSvS0BnU="),
        ("https://example.com/myapp.php?foo=1&bar=2#rc=2", CALL, "L/OH5YylLD5NRKLltdqwSvS0BnU="),
        ("https://bot.example.test/webhooks/twilio/t1/", KARIBU, "ojG+RmvYj4sb0E+084r1WdB7wZk="),
    ],
)
def test_known_signatures(url: str, parameters: dict[str, str], expected: str) -> None:
    assert signature(url, parameters, "12345") == expected


@given(
    parameters=st.dictionaries(st.text(min_size=1), st.text()),
    token=st.text(min_size=1).filter(str.isprintable),
    port=st.sampled_from(["", ":8000"]),
)
def test_twilios_own_validator_agrees(parameters: dict[str, str], token: str, port: str) -> None:
    url = f"http://127.0.0.1{port}/webhooks/twilio/duka/?message=1"
    assert RequestValidator(token).validate(url, parameters, signature(url, parameters, token))
    assert not RequestValidator(token + "x").validate(url, parameters, signature(url, parameters, token))
