"""Fixtures of the catalog's tests."""

from collections.abc import Callable

import pytest

from tenants.models import Tenant


@pytest.fixture
def shop(db: None, make_tenant: Callable[..., Tenant]) -> Tenant:
    """A shop with nothing in it yet."""
    return make_tenant(slug="empty-shop")
