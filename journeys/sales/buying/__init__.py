"""From an opened item to a line in the cart: which form of it, how many, and every change of mind."""
