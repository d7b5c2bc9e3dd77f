"""The deadline of a whole request goes through one private door of httpx2, open in the versions that are named here."""

import httpcore2
import httpx2
import pytest

from journeys.llm import deadline

# With another version: read `client` of journeys/llm/deadline.py beside httpx2's transport, then name it here.
HOLDS_FOR = ("2.16.", "2.16.")


def test_it_holds_for_the_versions_that_are_installed() -> None:
    assert httpx2.__version__.startswith(HOLDS_FOR[0])
    assert httpcore2.__version__.startswith(HOLDS_FOR[1])


def test_every_connection_keeps_to_it_also_through_a_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy.example:3128")
    with deadline.client() as client:
        transports = [one for one in (client._transport, *client._mounts.values()) if one is not None]
        assert len(transports) >= 2
        assert all(isinstance(one._pool._network_backend, deadline._Backend) for one in transports)


def test_a_deadline_that_has_passed_lets_nothing_be_connected() -> None:
    with deadline.client() as client, deadline.within(0), pytest.raises(httpx2.ReadTimeout, match="deadline"):
        client.get("http://127.0.0.1:1/")
