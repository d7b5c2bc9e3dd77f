"""The catalog in the Django admin: products with their variants, categories, and the import of a CSV file."""

from tools.catalog.admin import products

__all__ = ["categories", "products"]
