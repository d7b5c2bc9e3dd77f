"""Settings of the test suite: the embedded PostgreSQL, one database for each test process, copied from a template."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

from tests import databases
from tests.here import data_folder

ROOT = Path(__file__).resolve().parent.parent
_files = str(data_folder(Path(tempfile.mkdtemp(prefix="tulia-tests-"))))
atexit.register(shutil.rmtree, _files, ignore_errors=True)
_database = databases.for_this_process(ROOT)

os.environ |= {
    "DATABASE_URL": _database.runtime_url,
    "DATABASE_OWNER_URL": _database.owner_url,
    "TULIA_PGBOUNCER": str(databases.IS_THROUGH_PGBOUNCER),
    "REDIS_URL": "redis://127.0.0.1:1/0",
    "CELERY_BROKER_URL": "memory://",
    "TULIA_DATA_DIR": _files,
    "TULIA_DEMO": "true",
    "TULIA_SECRET_KEY": "tests-only-" + "x" * 40,
    "TULIA_ENCRYPTION_KEYS": "k1:" + "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVoxMjM0NTY=",
    "PORT": "8000",
    # Whatever else is installed: what is tested must not hang on it.
    "TULIA_EMBEDDING_MODEL": "local",
}
for _name in ("PUBLIC_BASE_URL", "TWILIO_API_BASE_URL", "OPENAI_API_KEY", "OPENAI_BASE_URL"):
    os.environ.pop(_name, None)

from config.settings import *  # noqa: F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
WHITENOISE_AUTOREFRESH = True
ALLOWED_HOSTS = ["*"]
