"""The demo tenants' offers can be loaded, again without harm, and used."""

from collections.abc import Callable

import pytest

from conversations.simulator.demo import load
from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests import demo
from tests.tools.orders.shelf import Buyer, new_customer
from tools.catalog.models import Category
from tools.offers.models import Offer, OfferScope


@pytest.mark.parametrize("slug", load.SLUGS)
def test_each_demo_tenant_has_offers_that_keep_the_rules(db: None, slug: str) -> None:
    tenant = demo.put(slug)
    with tenant_scope(tenant.id):
        before = Offer.objects.count(), OfferScope.objects.count()
        load.load_offers(load.FOLDER / slug / "offers.toml", currency=tenant.currency)
        assert (Offer.objects.count(), OfferScope.objects.count()) == before
        for offer in Offer.objects.all():
            offer.full_clean(exclude=["tenant"])
        for scope in OfferScope.objects.select_related("category"):
            assert Category.objects.filter(path__startswith=scope.category.path, products__isnull=False).exists()


def test_the_demo_shops_coupon_works(duka: Tenant, make_tenant: Callable[..., Tenant]) -> None:
    buyer = Buyer(tenant=duka, customer_id=new_customer(duka))
    order = buyer.order(RUN_001_RED_42=2)
    assert buyer.call("order_apply_coupon", order_id=str(order.pk), code="karibu10").order.total == 6298
    assert buyer.call("order_apply_coupon", order_id=str(order.pk), code="PASAKA").code == "coupon_expired"
