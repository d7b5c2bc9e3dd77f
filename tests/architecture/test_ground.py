"""A demo business that stands before many tests is for each as it was laid, whatever those before have done to it."""

import pytest

from tenants.models import Tenant
from tenants.scope import fleet_scope, tenant_scope
from tests import demo, ground
from tools.catalog.models import Product, Variant


def slugs() -> list[str]:
    with fleet_scope():
        return list(Tenant.objects.values_list("slug", flat=True))


@pytest.mark.parametrize("again", [False, True])
def test_what_a_test_does_to_it_is_undone(duka: Tenant, again: bool) -> None:
    assert slugs() == ["duka"]
    with tenant_scope(duka.id):
        assert Product.objects.count() > 100
        Variant.objects.all().delete()
        Tenant.objects.update(name="Another name")
    assert demo.put("duka").name == "Another name", "it stands already"


def test_who_begins_with_nothing_finds_nothing(db: None, request: pytest.FixtureRequest) -> None:
    assert ground.of(request.node) == ground.NOTHING
    assert slugs() == []


def test_what_was_really_committed_is_not_behind_it(committed_db: None) -> None:
    assert slugs() == []


def test_who_asks_for_a_fixture_begins_with_its_business(duka: Tenant, request: pytest.FixtureRequest) -> None:
    assert ground.of(request.node) == {("duka", False)}
    assert slugs() == [duka.slug]
