"""Nodes of RabbitMQ that form one cluster on this machine, with one epmd and one cookie; each may be killed."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from config.parts.broker import BETWEEN
from tests.brokers.servers import RabbitMQ


class Cluster:
    """So many nodes; a quorum queue has a member on each."""

    def __init__(self, folder: Path, count: int) -> None:
        first = RabbitMQ(_own(folder, 1))
        self.nodes = [first, *(RabbitMQ(_own(folder, number), joins=first) for number in range(2, count + 1))]

    @property
    def url(self) -> str:
        """All of them, of which one will do."""
        return BETWEEN.join(node.url for node in self.nodes)

    def start(self) -> None:
        first, *others = self.nodes
        first.start()
        with ThreadPoolExecutor(max_workers=len(self.nodes)) as threads:
            list(threads.map(RabbitMQ.start, others))

    def stop(self) -> None:
        """What they hold is thrown away."""
        for node in self.nodes:
            node.kill()
        self.nodes[0].end()

    def thin(self) -> Iterator[str]:
        """Queues that would not outlive the loss of a node."""
        told = self.nodes[0].ask("list_queues", "name", "members", "online", "--formatter", "json")
        for queue in json.loads(told):
            if min(len(queue["members"]), len(queue["online"])) < len(self.nodes):
                yield f"{queue['name']}: {len(queue['online'])} of {len(queue['members'])} members"


class Majority(Cluster):
    """Three nodes that are killed as if two were one: the third answers still, and its queues stand still."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, 3)
        self._killed: list[RabbitMQ] = []

    def start(self) -> None:
        if not self._killed:
            super().start()
        with ThreadPoolExecutor(max_workers=len(self.nodes)) as threads:
            list(threads.map(RabbitMQ.start, self._killed))

    def kill(self) -> None:
        self._killed = self.nodes[:2]
        for node in self._killed:
            node.kill()


def _own(folder: Path, number: int) -> Path:
    """RabbitMQ runs as a user of its own when we are root."""
    own = folder / str(number)
    own.mkdir(parents=True)
    for each in (folder, own):
        each.chmod(0o755)
    return own
