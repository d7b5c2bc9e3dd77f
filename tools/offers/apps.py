"""Offers and coupons as a Django app of its own."""

from django.apps import AppConfig


class OffersConfig(AppConfig):
    name = "tools.offers"
    label = "offers"
    verbose_name = "Offers and coupons"
