"""The one way an amount of money is written."""

from decimal import Decimal


def money(amount: Decimal, currency: str) -> str:
    """KES 4,500; cents only when there are any."""
    figure = f"{amount:,.2f}".removesuffix(".00")
    return f"{currency} {figure}"


def price_range(lowest: Decimal, highest: Decimal, currency: str) -> str:
    """KES 4,500, or KES 4,500 - 5,200 when variants differ."""
    if lowest == highest:
        return money(lowest, currency)
    return f"{money(lowest, currency)} - {money(highest, currency).removeprefix(f'{currency} ')}"
