"""The customer's side of the phone: whose phones there are and what they send."""
