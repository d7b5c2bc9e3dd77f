"""Where this machine's processes keep what they count; said before anything is counted."""

import os
import re
import socket
from pathlib import Path
from typing import Final

SETTING: Final = "PROMETHEUS_MULTIPROC_DIR"


def count_in(data_dir: Path) -> None:
    """Have everything counted under this folder: prometheus_client reads where to, once, when it is imported.

    A folder a machine, since processes of two machines may have the same number.
    """
    folder = data_dir.resolve() / "metrics" / re.sub(r"[^\w.-]", "_", socket.gethostname())
    folder.mkdir(parents=True, exist_ok=True)
    os.environ[SETTING] = str(folder)


def folder() -> Path:
    return Path(os.environ[SETTING])
