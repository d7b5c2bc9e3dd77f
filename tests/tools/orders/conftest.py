"""Fixtures of the orders' tests."""

from collections.abc import Callable

import pytest

from tenants.models import Tenant
from tests.tools.orders.shelf import Buyer, new_customer, stock_up


@pytest.fixture
def shop(db: None, make_tenant: Callable[..., Tenant]) -> Tenant:
    """A shop with four things on its shelves."""
    tenant = make_tenant()
    stock_up(tenant)
    return tenant


@pytest.fixture
def buyer(shop: Tenant) -> Buyer:
    return Buyer(tenant=shop, customer_id=new_customer(shop))


@pytest.fixture
def other(shop: Tenant) -> Buyer:
    """Another customer of the same shop."""
    return Buyer(tenant=shop, customer_id=new_customer(shop))
