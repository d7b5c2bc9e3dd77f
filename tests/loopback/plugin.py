"""The loopback servers as fixtures, for `pytest_plugins` in the root conftest."""

from collections.abc import Iterator

import pytest

from tests.loopback.openai_server import OpenAIServer


@pytest.fixture
def openai_server() -> Iterator[OpenAIServer]:
    """A running OpenAI-compatible server, new for the test."""
    with OpenAIServer().running() as server:
        yield server
