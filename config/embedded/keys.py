"""The keys of an installation that was given none."""

import base64
import os
import secrets
from pathlib import Path


def generated_keys(folder: Path) -> dict[str, str]:
    """The installation's own keys as environment variables, made once and readable by their owner only."""
    path = folder / "keys.env"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        ring = f"k1:{base64.b64encode(secrets.token_bytes(32)).decode()}"
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(f"TULIA_SECRET_KEY={secrets.token_urlsafe(48)}\nTULIA_ENCRYPTION_KEYS={ring}\n")
    lines = path.read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if "=" in line)
