"""Paying: the question that names order, amount and number, the three ways, and what a refusal leads to."""
