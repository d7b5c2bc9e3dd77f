"""The demo businesses on a test database, really committed: for webhooks and callbacks that come on other threads."""

from conversations import routing
from conversations.simulator.demo import load
from tests import databases, demo


def open_all() -> None:
    """The three demo businesses with their libraries."""
    for slug in load.SLUGS:
        demo.put(slug, with_library=True)


def close_all() -> None:
    """Leave the database as it was found: empty."""
    databases.empty()
    routing.forget()
