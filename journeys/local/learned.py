"""What takes long to learn and always comes out the same: learned once an installation, then read from its folder."""

import inspect
import os
import shutil
import tempfile
from collections.abc import Callable
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
from django.conf import settings
from numpy.typing import NDArray

Arrays = dict[str, NDArray[Any]]


def kept(name: str, made_from: bytes, learn: Callable[[], Arrays]) -> Arrays:
    """The arrays that `learn` makes, made anew when what they are made from, or the module that makes them, changes.

    They are mapped, not read: what is never asked for is never loaded, and all processes share one copy.
    """
    made_by = Path(inspect.getfile(learn)).read_bytes()
    key = blake2b(made_by + made_from, digest_size=8).hexdigest()
    folder = settings.TULIA.data_dir / "learned" / f"{name}-{key}"
    try:
        return _mapped(folder)
    except FileNotFoundError:
        pass
    except (OSError, EOFError, ValueError):
        shutil.rmtree(folder, ignore_errors=True)  # damaged
    arrays = learn()
    with suppress(OSError):  # where nothing can be written each start learns anew
        _keep(folder, arrays)
    return arrays


def _mapped(folder: Path) -> Arrays:
    return {file.stem: np.asarray(np.load(file, mmap_mode="r")) for file in folder.iterdir()}


def _keep(folder: Path, arrays: Arrays) -> None:
    """Whole or not at all: other processes may look for it, and machines lose their power."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    making = Path(tempfile.mkdtemp(dir=folder.parent))
    try:
        for name, array in arrays.items():
            with (making / f"{name}.npy").open("wb") as file:
                np.save(file, array)
                file.flush()
                os.fsync(file.fileno())
        making.rename(folder)  # which fails where another process was faster
    finally:
        shutil.rmtree(making, ignore_errors=True)
