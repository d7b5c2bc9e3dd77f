"""Who goes first at the processors: webhooks are answered before anybody thinks, and what nobody waits for comes last.

Linux knows a niceness for each thread; elsewhere all is done as it comes.
"""

import os
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import Final

# While a webhook wants the same processor, a quarter of it is left to those who think.
THINKING: Final = 5
# A tenth.
BACKGROUND: Final = 10
# The lowest priority that Linux knows.
MOST: Final = 19
# Our processes have a session each, and a kernel that groups sessions compares the groups first.
_GROUP: Final = Path("/proc/self/autogroup")


def lower_thread(by: int) -> None:
    """The thread that calls gives way to what had its priority before, as do threads that it begins."""
    if sys.platform == "linux":
        thread = threading.get_native_id()
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, thread, min(MOST, os.getpriority(os.PRIO_PROCESS, thread) + by))


def lower_process(by: int) -> None:
    """The same for the whole process, when it has begun no other thread yet."""
    lower_thread(by)
    if sys.platform == "linux":
        with suppress(OSError):
            _GROUP.write_text(str(by))
