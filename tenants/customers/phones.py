"""Phone numbers as people write them, read by the numbering plans of libphonenumber."""

import re
from typing import Final

import phonenumbers

# Where a number names no country, it is of this one: the house serves Kenyan businesses, whose people write 0712 ….
HOME: Final = "KE"
# The library would find a number inside other words, and read letters as keys: "0800 FLOWERS".
_FIGURES: Final = re.compile(r"\+?[\d\s().-]{1,40}", re.ASCII)


def e164_of(text: str) -> str | None:
    """ "0712 000 011", "254712000011" and "+254 712-000-011" as +254712000011; None of what no number can look like.

    Only its length is held to its country's plan: a prefix that was given out last week is in no library yet.
    """
    bare = text.strip()
    if not _FIGURES.fullmatch(bare):
        return None
    try:
        number = phonenumbers.parse(bare, HOME)
    except phonenumbers.NumberParseException:
        return None
    if not phonenumbers.is_possible_number(number):
        return None
    return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)
