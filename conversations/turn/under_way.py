"""How many turns this process is at, so that what nobody waits for begins between them."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class UnderWay:
    """Counts turns from their claim to their commit."""

    def __init__(self) -> None:
        self._count = 0
        self._none = threading.Condition()

    @contextmanager
    def one(self) -> Iterator[None]:
        """A turn is under way in this block."""
        with self._none:
            self._count += 1
        try:
            yield
        finally:
            with self._none:
                self._count -= 1
                if self._count == 0:
                    self._none.notify_all()

    def wait_for_none(self, *, most_seconds: float) -> bool:
        """Wait for a moment without any turn; False when there was none in so many seconds."""
        with self._none:
            return self._none.wait_for(lambda: self._count == 0, timeout=most_seconds)


UNDER_WAY = UnderWay()
