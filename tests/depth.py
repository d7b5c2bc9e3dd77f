"""How far the long tests go: a short way in `make test`, the whole way in `make soak`."""

import os
from typing import Final

IS_DEEP: Final = os.environ.get("TULIA_TEST_DEPTH") == "deep"


def rounds(short: int, *, deep: int) -> int:
    """How many examples, rounds or webhooks to try."""
    return deep if IS_DEEP else short
