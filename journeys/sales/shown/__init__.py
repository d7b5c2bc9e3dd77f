"""How items are shown: numbered options, one item's card, and the link to the tenant's own catalog."""
