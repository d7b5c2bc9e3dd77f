"""What providers tell us unasked. None of it is signed, so it is a hint to ask, or money that proves itself."""

from tools.payments.effects import Effect
from tools.payments.hearing.card import hear_card, hear_return
from tools.payments.hearing.paybill import confirm, validate
from tools.payments.hearing.prompt import hear_prompt

__all__ = ["Effect", "confirm", "hear_card", "hear_prompt", "hear_return", "validate"]
