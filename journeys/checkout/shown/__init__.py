"""How an order is shown: line by line, with its total, and the ways to pay it."""
