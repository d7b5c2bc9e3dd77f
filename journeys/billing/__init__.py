"""What a customer is billed: their plan and balance, once they are known to be theirs; and money they want back."""
