"""How money is counted, whoever brought it: a payment's end, its order's credit, and money that came by itself."""
