"""A program of its own, run by its path: reads what is to be hashed as JSON, and writes the hash in hexadecimal.

It gives way to everything else by as much as its argument says. It imports nothing of ours, and so starts at once.
"""

import hashlib
import json
import os
import sys
from contextlib import suppress
from pathlib import Path


def main() -> None:
    by = int(sys.argv[1])
    os.nice(by)
    # A kernel that groups processes by their session compares the groups first; this one has a session of its own.
    with suppress(OSError):
        Path("/proc/self/autogroup").write_text(str(by))
    asked = json.load(sys.stdin)
    password, salt = asked["password"].encode(), asked["salt"].encode()
    sys.stdout.write(hashlib.pbkdf2_hmac(asked["digest"], password, salt, asked["iterations"]).hex())


if __name__ == "__main__":
    main()
