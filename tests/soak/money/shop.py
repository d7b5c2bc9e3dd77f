"""Opens a tenant for buyers: the goods, the coupon, and accounts at the simulated providers."""

from decimal import Decimal

from conversations.simulator import accounts
from conversations.simulator.demo import load
from tenants.models import Channel
from tests.soak.money import goods
from tools.catalog.importing import applying, planning
from tools.offers.models import Offer

METHODS = {"mpesa_stk": True, "mpesa_c2b": True, "card": True}
COLUMNS = "sku,product,title,description,category,brand,attributes,variant,price,currency,stock,image_url,aliases"


accounts.DEMO_ACCOUNTS = goods.ACCOUNTS


def open_at(channel: Channel) -> None:
    """In the tenant scope that is open."""
    rows = [
        f"SIMBA-{size},simba-jacket,{goods.TITLE},Warm.,Jackets,Simba,,size={size},{goods.PRICE},KES,{stock},,"
        for size, stock in goods.SIZES.items()
    ]
    applying.apply(planning.plan("\n".join([COLUMNS, *rows]).encode(), currency="KES"), channel.tenant_id)
    Offer.objects.create(
        name="Simba", code=goods.CODE, percent=Decimal(10), total_limit=goods.USES, per_customer_limit=1,
        is_public=False,
    )  # fmt: skip
    load.load_payments(channel)
