"""Settings for tools that read the code and start nothing."""

import os

os.environ |= {
    "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none",
    "REDIS_URL": "redis://127.0.0.1:1/0",
    "TULIA_DEMO": "true",
    "TULIA_SECRET_KEY": "static",
    "TULIA_ENCRYPTION_KEYS": "k1:QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVoxMjM0NTY=",
}

from config.settings import *  # noqa: F403
