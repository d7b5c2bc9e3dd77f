"""M-Pesa and PesaPal, played for the demo's merchants: prompts, paybills, cards and the money that moved."""
