"""The demo businesses on a test database, really committed: loaded once in a process."""

from conversations.simulator.demo import load


def open_all() -> None:
    """The three demo businesses with their libraries."""
    for slug in load.SLUGS:
        load.load_tenant(slug)
        load.load_library(slug)
