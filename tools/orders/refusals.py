"""What an order refuses, each with a code, a reason, and the values that a reply may name."""

from typing import Any, ClassVar

from tools.contract import Refusal


class OrderRefused(Exception):
    """An anticipated no; the transaction part that met it is undone."""

    code: ClassVar[str]
    reason: ClassVar[str]

    def __init__(self, **facts: Any) -> None:
        super().__init__(self.reason)
        self.facts = facts

    def refusal(self) -> Refusal:
        """This exception as the refusal that a tool answers."""
        return Refusal(code=self.code, reason=self.reason, facts=self.facts)


class OrderUnknown(OrderRefused):
    """No such order of this customer."""

    code, reason = "order_unknown", "There is no such order of this customer."


class ItemUnknown(OrderRefused):
    """No such SKU in the catalog; facts: sku."""

    code, reason = "item_unknown", "There is no such item in this catalog."


class ItemInactive(OrderRefused):
    """No longer sold; facts: sku, title."""

    code, reason = "item_inactive", "This item is no longer sold."


class OutOfStock(OrderRefused):
    """Fewer pieces are left than asked for; facts: sku, title, available."""

    code, reason = "out_of_stock", "There are not so many pieces left."


class NotWhole(OrderRefused):
    """A part of what is sold whole; facts: sku, title, unit."""

    code, reason = "not_whole", "This is sold in whole units only."


class MixedCurrencies(OrderRefused):
    """One order is paid in one currency."""

    code, reason = "mixed_currencies", "These items are sold in different currencies."


class NothingToWithdraw(OrderRefused):
    """The conversation has no order that could be withdrawn."""

    code, reason = "nothing_to_withdraw", "There is no draft order to withdraw."


class NotADraft(OrderRefused):
    """It is being paid, or it was; facts: number, status."""

    code, reason = "not_a_draft", "This order can no longer be changed."


class OrderClosed(OrderRefused):
    """It was cancelled or given up; facts: number, status."""

    code, reason = "order_closed", "This order is closed."


class StepForbidden(OrderRefused):
    """No way leads from its status to that one; facts: number, status, wanted."""

    code, reason = "step_forbidden", "An order cannot go from its status to that one."
