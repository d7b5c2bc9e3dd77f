"""The catalog as a Django app of its own."""

from django.apps import AppConfig


class CatalogConfig(AppConfig):
    name = "tools.catalog"
    label = "catalog"
    verbose_name = "Catalog"
