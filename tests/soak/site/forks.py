"""Web, live, workers and beat as `make run` has them: forked by one process, which starts again whichever ends."""

import json
from collections import Counter

import psutil

from config import processes
from tests.soak.site.supervisor import Supervisor, has_ended, kill_tree, until

PARENT = "tulia"
BACK_SECONDS = 30


class Forks(Supervisor):
    """The forking process, and each child under its own name; other programs may be started beside them."""

    def start(self, commands: dict[str, list[str]], environ: dict[str, str]) -> None:
        forking = [*processes.PYTHON, "config.prefork", str(self._folder)]
        super().start({PARENT: forking, **commands}, environ)

    @property
    def ended_by_themselves(self) -> Counter[str]:
        return self._forked_again() + self.restarts - self.killed

    def _forked_again(self) -> Counter[str]:
        """How often each was, as its parent wrote it down."""
        lines = (self._folder / f"{PARENT}.log").read_text(errors="replace").splitlines()
        said = [json.loads(line) for line in lines if "config.process.started_again" in line]
        return Counter(entry["process"] for entry in said)

    def pid(self, name: str) -> int:
        if name in self._running:
            return super().pid(name)
        until(lambda: name in self._children(), seconds=BACK_SECONDS, what=f"{name} is there")
        return self._children()[name]

    def _children(self) -> dict[str, int]:
        try:
            parent = psutil.Process(super().pid(PARENT))
            return {child.name().removeprefix("tulia "): child.pid for child in parent.children()}
        except psutil.NoSuchProcess:
            return {}

    def kill(self, name: str) -> None:
        """SIGKILL for it and all that it has started; its parent's children end with it by themselves."""
        if name in self._running and name != PARENT:
            super().kill(name)
            return
        victim = psutil.Process(self.pid(name))
        with self._lock:
            self.killed[name] += 1
        victim.kill() if name == PARENT else kill_tree(victim.pid)
        until(lambda: has_ended(victim), seconds=5, what="it died")
