"""From a full cart to a payment under way: order, offers, methods, the way to pay, the yes, the payment itself."""
