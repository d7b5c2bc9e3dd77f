"""Prices and numbers of pieces are read as people write them; what can mean two things is asked about."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenants.models import Tenant
from tenants.scope import tenant_scope
from tools.catalog.importing import applying, figures, planning
from tools.catalog.importing.columns import Columns
from tools.catalog.importing.figures import NotAFigure
from tools.catalog.models import Variant


@pytest.mark.parametrize(
    ("cell", "amount", "currency"),
    [
        ("1299", "1299", ""),
        ("1,299", "1299", ""),
        ("12,500", "12500", ""),
        ("1,250,000", "1250000", ""),
        ("1,299.50", "1299.50", ""),
        ("1299.5", "1299.5", ""),
        ("1 299.50", "1299.50", ""),
        ("1\u00a0299,50", "1299.50", ""),
        ("1\u202f250\u202f000", "1250000", ""),
        ("1.299,00", "1299", ""),
        ("1.250.000", "1250000", ""),
        ("1.250.000,75", "1250000.75", ""),
        ("1'299.00", "1299", ""),
        ("12,50", "12.50", ""),
        ("150.0000", "150", ""),
        ("1299.000", "1299", ""),
        ("0.500", "0.5", ""),
        ("KES 1,299/=", "1299", "KES"),
        ("Ksh.1,299/-", "1299", "KES"),
        ("KSHS 1 299", "1299", "KES"),
        ("1,299 kes", "1299", "KES"),
        ("Sh. 450", "450", ""),
        ("450 bob", "450", ""),
        ("450/=", "450", ""),
        ("450.-", "450", ""),
        ("$12.50", "12.50", "USD"),
        ("12,50 €", "12.50", "EUR"),
        ("KES 1,299 KES", "1299", "KES"),
    ],
)
def test_a_price_is_read(cell: str, amount: str, currency: str) -> None:
    assert (figures.price(cell), figures.currency(cell)) == (Decimal(amount), currency)


@pytest.mark.parametrize("cell", ["1.299", "12.500", "150.000", "KES 1.299/="])
def test_a_point_before_three_digits_can_mean_two_things(cell: str) -> None:
    with pytest.raises(NotAFigure, match=r"can be read as \d+ or as [\d.]+\. Write"):
        figures.price(cell)


@pytest.mark.parametrize(
    "cell",
    ["1,29,999", "1,2990", "1,299,50", "1.299.50", "1 29", "12 50", "0,500", "1,299.", ",50", ".50", "1'299,5'0",
     "1000-1200", "from 1000", "1.5k", "free", "call", "XYZ 500", "USD 5 KES", "5 each", "1299" + " " * 60 + "x",
     "-5", "+5", "", "/=", "KES", "٣", "1e3", "0x10"],
)  # fmt: skip
def test_what_is_no_price_is_refused(cell: str) -> None:
    with pytest.raises(NotAFigure, match="is not a price"):
        figures.price(cell)


@pytest.mark.parametrize(
    ("cell", "count"),
    [("0", 0), ("007", 7), ("1,200", 1200), ("1 200", 1200), ("1.200,00", 1200), ("12.0", 12), ("25 pcs", 25),
     ("25pcs.", 25), ("1,200 pairs", 1200), ("3 Units", 3)],
)  # fmt: skip
def test_a_number_of_pieces_is_read(cell: str, count: int) -> None:
    assert figures.pieces(cell) == count


@pytest.mark.parametrize("cell", ["1.5", "12,5", "-1", "", "many", "10+", "1-2", "2 dozen", "KES 5", "1,20", "٣"])
def test_what_is_no_number_of_pieces_is_refused(cell: str) -> None:
    with pytest.raises(NotAFigure, match="is not a stock"):
        figures.pieces(cell)


@given(st.decimals(min_value=Decimal("0.01"), max_value=Decimal(10) ** 9, places=2), st.sampled_from([",", " ", "'"]))
def test_whatever_is_grouped_is_read_back(amount: Decimal, mark: str) -> None:
    assert figures.price(f"{amount:,.2f}".replace(",", mark)) == amount


@given(st.text(alphabet="0123456789 .,'/=-KkEeSsHh$", max_size=20))
def test_no_cell_is_more_than_refused(cell: str) -> None:
    for read in (figures.price, figures.pieces):
        try:
            assert read(cell) >= 0
        except NotAFigure:
            continue


def test_prices_of_a_price_list_reach_the_catalog(shop: Tenant) -> None:
    content = b'Name,Price,Qty,Size\nDash shoe,"KES 1,299/=","1,200",41\nDash shoe,1299.50,12 pcs,42\nMug,$4,7,\n'
    with tenant_scope(shop.id):
        plan = planning.plan(content, currency="KES", told=Columns(("title", "price", "stock", "option")))
        assert plan.errors == []
        applying.apply(plan, shop.id)
        rows = Variant.objects.order_by("sku").values_list("price", "currency", "stock")
        assert list(rows) == [
            (Decimal("1299.00"), "KES", 1200),
            (Decimal("1299.50"), "KES", 12),
            (Decimal("4.00"), "USD", 7),
        ]
