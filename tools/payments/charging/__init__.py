"""How a payment begins: the customer's yes is checked, its row is written, and only then is a provider asked."""

from tools.payments.charging.card import make_page
from tools.payments.charging.paybill import instruct
from tools.payments.charging.prompt import send_prompt

__all__ = ["instruct", "make_page", "send_prompt"]
