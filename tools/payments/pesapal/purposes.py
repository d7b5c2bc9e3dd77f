"""What PesaPal reports at our addresses."""

from datetime import timedelta

from tools.payments.contract import CallbackPurpose

# A card page is open for a day. A new address makes PesaPal's name for the old one useless: the next payment registers.
CARD = CallbackPurpose(
    name="card",
    label="Changes of card payments",
    lasts=timedelta(days=1),
    on_new=lambda account, is_leaked: {"ipn_id": ""},
)
