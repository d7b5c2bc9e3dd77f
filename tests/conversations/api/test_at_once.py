"""Two requests under one key that come at the same moment: one does it, and both are told what it came to."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.core.cache import cache
from django.db import connection

from tenants.scope import tenant_scope
from tests.conversations.api.system import System
from tests.people import furnish, new_tenant
from tools.catalog.models import Variant


def test_two_at_once_under_one_key_are_one(committed_db: None) -> None:
    cache.clear()
    tenant = new_tenant()
    furnish(tenant, "word")
    asking = System(tenant)

    def ask(_: int) -> Any:
        try:
            return asking.post("stock/", {"lines": [{"sku": "word", "change": 1}]}, key="same")
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as threads:
        answers = list(threads.map(ask, range(8)))
    assert all(answer == answers[0] for answer in answers)
    with tenant_scope(tenant.id):
        assert Variant.objects.get(sku="word").stock == 1
