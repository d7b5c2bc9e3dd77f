"""What only the system user who runs the installation may open: folders, sockets and passwords."""

import hashlib
import os
import secrets
import stat
import tempfile
from pathlib import Path

from config import environment

# What fits into an address of a Unix socket on every system that we run on; macOS has the shortest.
LONGEST_SOCKET_PATH = 103


def folder(path: Path) -> Path:
    """The folder, made when it is not there, shut to everybody else; anybody else's folder ends the start."""
    path.mkdir(parents=True, exist_ok=True, mode=0o700)
    found = path.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid():
        environment.stop(f"{path} must be a folder of the user who runs Tulia. Remove it, and start again.")
    path.chmod(0o700)
    return path


def socket(home: Path, name: str) -> Path:
    """Where a server of this folder listens: inside it, or, under a path too long for a socket, in a folder of ours."""
    path = home / name
    if len(os.fsencode(path)) <= LONGEST_SOCKET_PATH:
        return path
    own = hashlib.sha256(os.fsencode(home)).hexdigest()[:16]
    return folder(Path(tempfile.gettempdir()) / f"tulia-{os.geteuid()}-{own}") / name


def password(path: Path) -> str:
    """The password that this file holds, made once."""
    if not path.exists():
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(32))
    return path.read_text()
