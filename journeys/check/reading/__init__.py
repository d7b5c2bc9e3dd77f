"""How a text is read, before anything is compared: clean, in sentences and clauses, with its facts, terms and items."""
