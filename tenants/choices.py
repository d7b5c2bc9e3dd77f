"""The fixed words of the tenants room, as Django choices."""

from django.conf import settings
from django.db import models
from django.utils.module_loading import import_string

DEFAULT_LANGUAGE = "en"
MIXED = ("mixed", "English and Swahili mixed")


def list_spoken() -> list[tuple[str, str]]:
    """Codes and names of the languages that can be answered in. They are the mind's, above this room: found by name."""
    found: list[tuple[str, str]] = import_string(settings.CUSTOMER_LANGUAGES)()
    return found


def list_languages() -> list[tuple[str, str]]:
    """The languages that can be answered in, and "mixed" for people who mix them."""
    return [*list_spoken(), MIXED]


class Tone(models.TextChoices):
    FRIENDLY_CONCISE = "friendly_concise", "Friendly and concise"
    PROFESSIONAL = "professional", "Professional"
    CASUAL = "casual", "Casual"


class Role(models.TextChoices):
    ADMIN = "admin", "Tenant admin"
    OPERATOR = "operator", "Operator"


class Chattiness(models.IntegerChoices):
    BUSINESS_ONLY = 0, "0: business only, no small talk"
    GREETING = 1, "1: one short greeting"
    BOUNDED = 2, "2: friendly, two casual turns"
    FRIENDLY = 3, "3: friendlier, four casual turns"
