"""How work grows: the processor's time for a text, and for one of sixteen times its size."""

import time
from collections.abc import Callable

from tests.depth import rounds

# The first ones tell what is worse than quadratic before it is asked to do more than anybody would wait for. What is
# quadratic and not seen at the short way's last size takes five milliseconds for the longest text that a turn reads.
LONGEST = rounds(1_600, deep=3_200)
SIZES = ((5, 20), (20, 80), (50, 200), (LONGEST // 16, LONGEST))
TIMES = 16
# Linear work takes 16 times as long for 16 times the text, quadratic work 256 times.
BAR = 64.0
# What takes less than this cannot be quadratic in thousands of characters, and is too short to be timed.
NOTHING = 0.0008
TRIES = 6
# What took less than this for the large text is tried with one four times as long too: on a busy machine a millisecond
# of the processor may be another's cache that was cold, and what is quadratic takes sixteen times as long again.
SHORT = 0.02
FURTHER = 4
FURTHER_BAR = 8.0


def is_steep(work: Callable[[int], object]) -> bool:
    """Whether work on a text of so many characters grows far more than the text does."""
    return any(_is_step(work, small, large) for small, large in SIZES)


def _is_step(work: Callable[[int], object], small: int, large: int) -> bool:
    took = _seconds(work, large)
    if took < NOTHING:
        return False
    took_small = _seconds(work, small)
    bar = BAR if large == TIMES * small else BAR / 4
    for _ in range(TRIES):
        if took <= bar * took_small:
            return False
        took, took_small = min(took, _seconds(work, large)), min(took_small, _seconds(work, small))
    return took > bar * took_small and (took > SHORT or _goes_on(work, large, took))


def _goes_on(work: Callable[[int], object], large: int, took: float) -> bool:
    """Whether it grows as much again; what takes so long that it is no accident is not tried again."""
    for _ in range(TRIES):
        further = _seconds(work, FURTHER * large)
        if further <= FURTHER_BAR * took:
            return False
        if further > SHORT:
            break
    return True


def _seconds(work: Callable[[int], object], size: int) -> float:
    started = time.thread_time()
    work(size)
    return time.thread_time() - started
