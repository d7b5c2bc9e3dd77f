"""One line of a blocklist: a sender, the beginning of numbers, or words in a message."""

import re
from typing import Final

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models

from tenants.tenancy import TenantModel

WHATSAPP: Final = "whatsapp:"
# A whole number, or the beginning of numbers: at least a country and three digits, so that nobody blocks everybody.
NUMBER: Final = re.compile(r"\+[1-9]\d{6,14}|\+[1-9]\d{4,13}\*")
# Whoever has no number is known by what their channel calls them.
OTHER: Final = re.compile(r"whatsapp:[A-Z]{2}\.[A-Za-z0-9.]{1,128}|web:[0-9a-f]{40}", re.ASCII)
SPACING: Final = re.compile(r"[\s().-]+")
PHRASE: Final = re.compile(r"[\w'-]+\*?(?:\s+[\w'-]+\*?){0,7}")


class BlockEntry(TenantModel):
    """One sender, the beginning of numbers, or words in a message; and what then happens."""

    class Kind(models.TextChoices):
        SENDER = "sender", "Who writes"
        WORDS = "words", "Words in a message"

    class Outcome(models.TextChoices):
        SILENCE = "silence", "No answer"
        PERSON = "person", "A person decides"

    kind = models.CharField("what is blocked", max_length=10, choices=Kind.choices, default=Kind.SENDER)
    pattern = models.CharField(
        "number or words", max_length=160,
        help_text="A number with its country: +254712345678; +2547009* is every number that begins so. "
        "Or words as they are written: win a prize; forex* is every word that begins so.",
    )  # fmt: skip
    address = models.CharField(
        max_length=160, blank=True, editable=False,
        help_text="As customers' addresses are written, where it is one sender: so it goes when they are erased.",
    )  # fmt: skip
    outcome = models.CharField(
        "what happens", max_length=10, choices=Outcome.choices, default=Outcome.SILENCE,
        help_text="The message is kept and stands at the desk either way; the assistant does not read it.",
    )  # fmt: skip
    note = models.CharField("why", max_length=200, blank=True, help_text="For your colleagues; no customer sees it.")
    added_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, editable=False, related_name="+",
        db_index=False,
    )  # fmt: skip

    class Meta(TenantModel.Meta):
        verbose_name = "blocked sender or words"
        verbose_name_plural = "blocklist"
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "kind", "pattern"], name="blocked_once"),
        ]

    def __str__(self) -> str:
        return self.pattern

    def clean(self) -> None:
        """The pattern as it is compared; raises ValidationError with a sentence for who typed it."""
        written = self.pattern.strip()
        if self.kind == self.Kind.WORDS:
            if not PHRASE.fullmatch(written):
                raise ValidationError({"pattern": "Write up to eight words; a * may stand at the end of a word."})
            self.pattern, self.address = " ".join(written.casefold().split()), ""
            return
        if not OTHER.fullmatch(written):
            written = SPACING.sub("", written.removeprefix(WHATSAPP))
            if not NUMBER.fullmatch(written):
                raise ValidationError({"pattern": "Write a number as +254712345678, or the beginning as +2547009*."})
        self.pattern = written
        whole = written if OTHER.fullmatch(written) else WHATSAPP + written
        self.address = "" if self.is_of_many else whole

    @property
    def is_of_many(self) -> bool:
        return self.pattern.endswith("*")

    @property
    def beginning(self) -> str:
        """The beginning of the addresses that are blocked, where the entry is about many."""
        return WHATSAPP + self.pattern.removesuffix("*")
