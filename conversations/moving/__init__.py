"""A tenant's move to another installation: frozen, exported, imported there; what still comes here is sent after it."""
