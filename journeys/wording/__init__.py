"""The words we say by ourselves: fixed sentences in every language, money, and numbered choices."""
