"""Scams that go from phone to phone are spam; real notices and a customer's own words about money are not."""

import tomllib
from pathlib import Path

import pytest

from journeys.local.governor import classify

TEXTS = tomllib.loads(Path(__file__).with_name("scams.toml").read_text())["tuned"]


@pytest.mark.parametrize("text", TEXTS["scam"])
def test_a_scam_is_spam(text: str) -> None:
    assert classify(text).label == "spam"


@pytest.mark.parametrize("text", TEXTS["honest"])
def test_an_honest_message_is_not(text: str) -> None:
    assert classify(text).label != "spam"
