"""What attributes, options and aliases may be; each refusal is a sentence for the person who typed it."""

from typing import Any

from django.core.exceptions import ValidationError


def validate_options(value: Any) -> None:
    """Names with one short value each."""
    if isinstance(value, dict) and any(not isinstance(one, str | int | float) or one == "" for one in value.values()):
        raise ValidationError('Give each name one value: {"size": "42", "colour": "black"}.')


def validate_texts(value: Any) -> None:
    if not isinstance(value, list) or any(not isinstance(one, str) or not one.strip() for one in value):
        raise ValidationError('This must be a list of texts: ["raba", "kicks"].')
