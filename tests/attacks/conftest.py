"""Attacks on money, stock and what is kept of people; each must fail where its mend is missing."""

from tests.tools.payments.conftest import money, money_api, payer, shop

__all__ = ["money", "money_api", "payer", "shop"]
