"""The demo shop for stories: its real catalog behind the real tools."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tenants.models import Tenant
from tests.tools.catalog.shops import load

CATALOG = Path(__file__).resolve().parents[2] / "conversations" / "simulator" / "demo" / "duka" / "catalog.csv"


@pytest.fixture
def duka(db: None, make_tenant: Callable[..., Tenant]) -> Tenant:
    tenant = make_tenant(slug="duka", name="Duka", bot_name="Zuri", bot_intro="I am Zuri, Duka's assistant.")
    load(tenant, CATALOG.read_bytes())
    return tenant
