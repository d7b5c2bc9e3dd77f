"""One key for every way in which one address is written, so that one person is not taken for two.

Some countries put a digit into their mobile numbers years ago, and WhatsApp still tells both forms of the same number.
Where the longer form could also be somebody else's number, it stays a number of its own. The numbering plans of
libphonenumber do not help here: they take both forms for numbers of two people (Brazil, Argentina), or the old one for
none at all (Mexico).
"""

import re
from collections.abc import Iterable

# Each pattern finds the longer form; its groups are the shorter one.
LONGER_FORMS = (
    # Brazil: a 9 before eight digits. The old mobile numbers began with 6 to 9; 2 to 5 are somebody's landline.
    re.compile(r"^(whatsapp:\+55\d\d)9([6-9]\d{7})$"),
    # Argentina: a 9 after the country code of ten digits, which name a line by themselves.
    re.compile(r"^(whatsapp:\+54)9(\d{10})$"),
    # Mexico: a 1 after the country code of ten digits, asked for until 2019.
    re.compile(r"^(whatsapp:\+52)1(\d{10})$"),
)


def key_of(address: str) -> str:
    """What all forms of the address have in common; only for comparing, never for sending."""
    for pattern in LONGER_FORMS:
        if match := pattern.match(address):
            return match[1] + match[2]
    return address


def by_key(addresses: Iterable[str]) -> dict[str, str]:
    """The addresses without repetitions, in their order."""
    found: dict[str, str] = {}
    for address in addresses:
        found.setdefault(key_of(address), address)
    return found


def phone_of(address: str) -> str:
    """The E.164 number inside an address; empty for a business-scoped id."""
    bare = address.removeprefix("whatsapp:")
    return bare if bare.startswith("+") else ""
