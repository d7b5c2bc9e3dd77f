"""Does beside the caller, on one thread and in order, what many ask for: what has come meanwhile goes together."""

import threading
import time
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, Generic, TypeVar

Item = TypeVar("Item", bound=Hashable)
# Between two goes, so that under load they are few and large: each costs as much as handling several messages, and
# nobody notices so little. What comes after a pause goes at once.
LULL_SECONDS: Final = 0.01


class Together(Generic[Item]):
    """`do` gets what waits, each once, in the order in which it came; `thread` takes other work in between."""

    def __init__(self, name: str, do: Callable[[list[Item]], None]) -> None:
        self.thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)
        self._do = do
        self._lock = threading.Lock()
        self._waiting: dict[Item, None] = {}
        self._done_at = 0.0

    def give(self, item: Item) -> None:
        """Have it done soon; returns at once. Raises RuntimeError as the process ends, and the item is lost."""
        with self._lock:
            is_asked_for = bool(self._waiting)
            self._waiting[item] = None
        if is_asked_for:
            return
        try:
            self.thread.submit(self._do_waiting)
        except RuntimeError:
            self._waiting.clear()
            raise

    def _do_waiting(self) -> None:
        time.sleep(max(0.0, self._done_at + LULL_SECONDS - time.monotonic()))
        with self._lock:
            waiting, self._waiting = self._waiting, {}
        try:
            self._do(list(waiting))
        finally:
            self._done_at = time.monotonic()
