"""M-Pesa and PesaPal of the soak: the demo's simulator as a server of its own, which nobody kills.

A real provider does not die with our web process. It does lose its database here, when PostgreSQL is killed; then it
does its errands again, as somebody with a database of his own would not have had to. Callbacks are insisted upon, save
those that a fault has lost: what then is missing in Tulia's books is Tulia's fault.
"""

import os
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any
from uuid import UUID

import django
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.db import DatabaseError, InterfaceError

from conversations.simulator import accounts
from conversations.simulator.money import courier, faults
from conversations.simulator.money.mpesa import prompts
from tests.soak.money import goods

ERRAND_TRIES = 40


def insist(errand: courier.Errand, tenant_id: UUID, *details: Any) -> None:
    for _ in range(ERRAND_TRIES):
        try:
            return errand(tenant_id, *details)
        except (DatabaseError, InterfaceError):
            time.sleep(1)
    raise AssertionError(f"{errand.__name__} was never done")


accounts.DEMO_ACCOUNTS = goods.ACCOUNTS
courier.TRIES, courier.RETRY_SECONDS = 40, 1.0
courier._threads = ThreadPoolExecutor(max_workers=32)
courier._logged = insist
faults.SLOW_SECONDS = 4.0
prompts.LIVES = timedelta(seconds=12)
application = get_wsgi_application()
