"""Which worker runs what: tests that share a server stay together, and what takes long begins first.

It stands in for xdist's own groups, which write themselves into a test's id where pytest 9.2 does not read them.
"""

from typing import Any

import pytest
from xdist.scheduler.loadscope import LoadScopeScheduling

# All of these are thorough, so that quick tests start one Tulia and not two.
THOROUGH = ("every_page", "firefox", "first_hour", "library", "money", "seeds", "talk")
# Each folder's tests run on one worker, one after the other: they share a live Tulia, or each fills the machine. They
# wait for most of their time, as people, processes and timeouts do; with a third worker both cores are busy meanwhile.
# Those with a browser have two: one worker would be at it when all others have ended.
TOGETHER = {
    **{f"tests/browser/test_{name}.py": "thorough" for name in THOROUGH},
    "tests/browser/": "live",
    "tests/attacks/test_live": "live",
    "tests/contract/": "live",
    "tests/brokers/": "servers",
    "tests/soak/test_soak.py": "servers",
    "tests/attacks/test_make_run_goes_on.py": "servers",
    "tests/attacks/test_database_away.py": "servers",
    "tests/attacks/test_worker_without_a_broker.py": "servers",
    "tests/stories/live/": "stories",
}
# What a file's tests share would be made by each worker anew.
BY_FILE = (
    "tests/architecture/",
    "tests/attacks/test_killed_servers_come_back.py",
    "tests/attacks/test_pickle_in_the_cache.py",
    "tests/attacks/test_strangers_at_the_servers.py",
    "tests/config/test_prefork.py",
    "tests/deploy/test_wheel.py",
    "tests/isolation/",
    "tests/journeys/test_a_language_is_a_folder.py",
    "tests/tenants/test_admin_isolation.py",
)
# As measured, the longest first: whoever begins one of them last keeps the other workers waiting. What computes stands
# between those with a browser and those with servers of their own, which wait for most of their time: with all three
# workers at what waits, the machine had little to do for the first minutes.
LONG = (
    "tests/browser/",
    "tests/machines/",
    "tests/tools/orders/test_stock_machine.py",
    "tests/properties/test_isolation.py",
    "tests/fuzz/",
    "tests/properties/",
    "tests/stories/",
    "tests/soak/test_soak.py",
)


class Grouped(LoadScopeScheduling):
    """One test is one piece of work, unless its folder's or file's tests belong together."""

    def _split_scope(self, nodeid: str) -> str:
        if nodeid.startswith(BY_FILE):
            return nodeid.partition("::")[0]
        return next((group for start, group in TOGETHER.items() if nodeid.startswith(start)), nodeid)

    def mark_test_complete(self, node: Any, item_index: int, duration: float = 0) -> None:
        """Forget what is done: all of it would be counted again after each of thousands of tests."""
        super().mark_test_complete(node, item_index, duration)
        done = self._split_scope(self.registered_collections[node][item_index])
        if all(self.assigned_work[node][done].values()):
            del self.assigned_work[node][done]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Grouped:
    config.option.loadscopereorder = False  # by number: forty quick tests would come before one long one
    return Grouped(config, log)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: _place(item.nodeid))


def _place(nodeid: str) -> int:
    found = [(len(start), place) for place, start in enumerate(LONG) if nodeid.startswith(start)]
    return max(found)[1] if found else len(LONG)
