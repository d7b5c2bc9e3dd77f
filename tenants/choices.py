"""The fixed words of the tenants room, as Django choices."""

from django.db import models


class Language(models.TextChoices):
    ENGLISH = "en", "English"
    SWAHILI = "sw", "Kiswahili"
    SHENG = "sheng", "Sheng"
    MIXED = "mixed", "English and Swahili mixed"


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
