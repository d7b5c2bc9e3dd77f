"""M-Pesa itself: prompts on phones, payments to paybills and tills, and what merchants are told of them."""
