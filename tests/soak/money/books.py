"""Tulia's books held against the provider's, and the shelves against the orders; each check gives its offences."""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import psycopg
from psycopg.rows import dict_row

TRANSFERS = "SELECT tenant_id, receipt, kind, amount, reference FROM simulator_simulatedtransfer"
PAYMENTS = """
SELECT p.id::text, p.tenant_id, p.method, p.status, p.amount, p.receipt, p.order_id, p.provider_id, o.number,
       (SELECT count(*) FROM conversations_inboundmessage m JOIN tools_event e ON e.conversation_id = m.conversation_id
         WHERE e.key LIKE 'payment.%%:' || p.id AND m.kind = 'event' AND m.payload -> 'facts' = e.facts
           AND m.body = e.name AND m.status = 'answered' AND e.name <> 'payment.failed') AS told
  FROM payments_payment p JOIN orders_order o ON o.id = p.order_id
"""
INCOMING = "SELECT tenant_id, transaction_id, status, amount FROM payments_incomingpayment"
ORDERS = """
SELECT o.id, o.tenant_id, o.number, o.status, o.total, o.paid_total,
       (SELECT coalesce(sum(l.held), 0) FROM orders_orderline l WHERE l.order_id = o.id) AS held
  FROM orders_order o
"""
SHELVES = """
SELECT v.tenant_id, v.sku, v.stock, coalesce(sum(l.held), 0) AS held
  FROM catalog_variant v LEFT JOIN orders_orderline l ON l.variant_id = v.id
 GROUP BY v.id ORDER BY v.id
"""
COUPONS = """
SELECT f.tenant_id::text AS tenant, f.code, f.total_limit, r.customer_id::text AS customer
  FROM offers_offer f JOIN offers_redemption r ON r.offer_id = f.id
"""
DISCOUNTS = "SELECT count(*) AS used FROM orders_orderdiscount"
UNSETTLED = """
SELECT (SELECT count(*) FROM simulator_simulatedtransfer t WHERE NOT EXISTS
          (SELECT FROM payments_payment p WHERE p.tenant_id = t.tenant_id AND p.receipt = t.receipt
              AND p.status = 'paid'))
     + (SELECT count(*) FROM simulator_simulatedtransfer t WHERE t.kind = 'c2b' AND NOT EXISTS
          (SELECT FROM payments_incomingpayment i WHERE i.tenant_id = t.tenant_id AND i.transaction_id = t.receipt))
     + (SELECT count(*) FROM tools_event WHERE taken_at IS NULL) AS unsettled
"""
Row = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Books:
    """Everything that was paid, ordered and held; `shelves_before` is stock by tenant and SKU before anybody bought."""

    transfers: Sequence[Row]
    payments: Sequence[Row]
    incoming: Sequence[Row]
    orders: Sequence[Row]
    shelves: Sequence[Row]
    shelves_before: dict[tuple[str, str], int]
    redemptions: Sequence[Row]
    discounts: int

    @property
    def paid(self) -> list[Row]:
        return [row for row in self.payments if row["status"] == "paid"]


def unsettled(owner_url: str) -> int:
    """How much of the provider's money Tulia does not know yet, and how much of it no conversation has taken up."""
    with fleet(owner_url) as connection:
        row = connection.execute(UNSETTLED).fetchone()
    return int(row["unsettled"]) if row else 0


def stock(owner_url: str) -> dict[tuple[str, str], int]:
    with fleet(owner_url) as connection:
        return {(str(row["tenant_id"]), row["sku"]): row["stock"] for row in connection.execute(SHELVES).fetchall()}


def gather(owner_url: str, *, shelves_before: dict[tuple[str, str], int]) -> Books:
    with fleet(owner_url) as connection:
        used = connection.execute(DISCOUNTS).fetchone()
        return Books(
            transfers=connection.execute(TRANSFERS).fetchall(), payments=connection.execute(PAYMENTS).fetchall(),
            incoming=connection.execute(INCOMING).fetchall(), orders=connection.execute(ORDERS).fetchall(),
            shelves=connection.execute(SHELVES).fetchall(), shelves_before=shelves_before,
            redemptions=connection.execute(COUPONS).fetchall(), discounts=used["used"] if used else 0,
        )  # fmt: skip


def fleet(owner_url: str) -> psycopg.Connection[Row]:
    connection = psycopg.connect(owner_url, autocommit=True, row_factory=dict_row)
    connection.execute("SET ROLE tulia_fleet")
    return connection


def _credited_once(books: Books) -> list[str]:
    """Every receipt of the provider's is one paid payment of ours, over the same amount."""
    paid = Counter((row["tenant_id"], row["receipt"], row["amount"]) for row in books.paid)
    return [
        f"{one['receipt']} ({one['kind']} {one['amount']}) credited {paid[key]} times"
        for one in books.transfers
        if paid[key := (one["tenant_id"], one["receipt"], one["amount"])] != 1
    ]


def _none_invented(books: Books) -> list[str]:
    known = {(row["tenant_id"], row["receipt"]): row["amount"] for row in books.transfers}
    return [
        f"{row['method']} {row['id']} {row['receipt'] or 'without receipt'}"
        for row in books.paid
        if known.get((row["tenant_id"], row["receipt"])) != row["amount"]
    ]


def _sums_agree(books: Books) -> list[str]:
    """Order by order, and so in all, what was credited is what paid payments make."""
    by_order: dict[Any, Decimal] = defaultdict(Decimal)
    for row in books.paid:
        by_order[row["order_id"]] += row["amount"]
    return [
        f"{row['number']}: credited {row['paid_total']}, received {by_order[row['id']]}"
        for row in books.orders
        if row["paid_total"] != by_order[row["id"]]
    ]


def _money_by_hand_kept(books: Books) -> list[str]:
    kept = {(row["tenant_id"], row["transaction_id"]): row for row in books.incoming}
    missing = [
        row["receipt"]
        for row in books.transfers
        if row["kind"] == "c2b" and (row["tenant_id"], row["receipt"]) not in kept
    ]
    return missing + [f"{row['transaction_id']} unmatched" for row in books.incoming if row["status"] == "unmatched"]


def _paid_once(books: Books) -> list[str]:
    """A prompt and a card page take the whole of what is due: an order has one of them that is paid, at the most."""
    times = Counter(row["number"] for row in books.paid if row["method"] != "mpesa_c2b")
    return [f"{number} by {count} prompts or cards" for number, count in times.items() if count > 1]


def _status_follows_money(books: Books) -> list[str]:
    return [
        f"{row['number']} {row['status']}, {row['paid_total']} of {row['total']}"
        for row in books.orders
        if (row["status"] == "paid") is not (row["total"] > 0 and row["paid_total"] >= row["total"])
    ]


def _stock_conserved(books: Books) -> list[str]:
    now = {(str(row["tenant_id"]), row["sku"]): row["stock"] + row["held"] for row in books.shelves}
    return [f"{key[1]}: {count} before, {now.get(key)} now" for key, count in books.shelves_before.items()
            if now.get(key) != count]  # fmt: skip


def _held_for_the_paid(books: Books) -> list[str]:
    return [f"{row['number']} is paid and holds nothing" for row in books.orders
            if row["status"] == "paid" and not row["held"]]  # fmt: skip


def _coupons_within_limits(books: Books) -> list[str]:
    offences = [] if len(books.redemptions) == books.discounts else ["discounts and redemptions differ"]
    uses = Counter((row["tenant"], row["code"], row["total_limit"]) for row in books.redemptions)
    offences += [f"{code} used {count} times" for (_, code, limit), count in uses.items() if count > limit]
    each = Counter((row["code"], row["customer"]) for row in books.redemptions)
    return offences + [f"{code} twice by {customer}" for (code, customer), count in each.items() if count > 1]


def _told(books: Books) -> list[str]:
    """Each paid payment is told in its conversation once."""
    return [f"{row['number']} {row['receipt']} told {row['told']} times" for row in books.paid if row["told"] != 1]


CHECKS: dict[str, Callable[[Books], list[str]]] = {
    "the provider's receipts not credited exactly once": _credited_once,
    "paid without the provider's receipt": _none_invented,
    "orders credited another sum than was paid": _sums_agree,
    "paybill money lost or unmatched": _money_by_hand_kept,
    "orders paid twice by prompt or card": _paid_once,
    "orders whose status belies their money": _status_follows_money,
    "stock not conserved": _stock_conserved,
    "paid orders without their pieces": _held_for_the_paid,
    "coupons used beyond their limits": _coupons_within_limits,
    "payments not told of exactly once": _told,
}
