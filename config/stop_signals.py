"""Ctrl-C, SIGTERM and a terminal that closes: the first of them asks to stop, and none disturbs the stopping."""

import signal
from types import FrameType

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class StopSignals:
    """Whether somebody asked to stop; `interrupts` tells whether what runs just now may be broken off."""

    def __init__(self) -> None:
        self.asked = False
        self.interrupts = True
        for number in SIGNALS:
            if signal.getsignal(number) is not signal.SIG_IGN:  # nohup
                signal.signal(number, self._take)

    def _take(self, number: int, frame: FrameType | None) -> None:
        """`timeout` and `make` send theirs each; ignored ones are ignored by what we start to stop the servers too."""
        self.asked = True
        for other in SIGNALS:
            signal.signal(other, signal.SIG_IGN)
        if self.interrupts:
            raise KeyboardInterrupt
