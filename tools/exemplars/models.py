"""Exemplars: a sentence of a tenant's customers, and what the tenant says that it means."""

from typing import Any

from django.core.validators import ProhibitNullCharactersValidator
from django.db import models

from knowledge.text import words
from tenants.choices import DEFAULT_LANGUAGE, list_languages
from tenants.tenancy import TenantModel

# A sentence of a customer's.
LONGEST = 200


class Exemplar(TenantModel):
    """One sentence with its command, by name and arguments; which commands there are, the mind knows.

    It counts from the moment it is saved: every turn reads its tenant's exemplars anew.
    """

    sentence = models.CharField(
        max_length=LONGEST, validators=[ProhibitNullCharactersValidator()],
        help_text="As a customer would write it, without names or numbers of anybody. Other wordings that come near "
        "it count too.",
    )  # fmt: skip
    key = models.CharField(max_length=LONGEST, editable=False, help_text="Its words alone; each is taught once.")
    language = models.CharField(max_length=8, choices=list_languages, default=DEFAULT_LANGUAGE)
    command = models.CharField(max_length=60)
    arguments = models.JSONField(default=dict, blank=True)

    class Meta(TenantModel.Meta):
        verbose_name = "taught sentence"
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "key"], name="sentence_taught_once"),
        ]

    def __str__(self) -> str:
        return self.sentence

    def clean(self) -> None:
        self.key = key_of(self.sentence)

    def save(self, **options: Any) -> None:
        self.clean()
        super().save(**options)


def key_of(sentence: str) -> str:
    """What sentences of the same words share, however they are written."""
    return " ".join(words(sentence))[:LONGEST]


class UnknownWord(TenantModel):
    """A Swahili or Sheng word of the tenant's customers that has no meaning here yet: the word alone, and how often.

    Whose it was is not kept.
    """

    LONGEST = 24

    word = models.CharField(max_length=LONGEST)
    times = models.PositiveIntegerField(default=0)
    last_on = models.DateField(help_text="The last day on which a message held it.")

    class Meta(TenantModel.Meta):
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "word"], name="unknown_word_counted_once"),
        ]

    def __str__(self) -> str:
        return self.word
