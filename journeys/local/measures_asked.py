"""Knows by which attributes a question after a measure is answered: "how long", "ukubwa gani"."""

import re
from typing import Final

_BY: Final = {
    r"\bhow (?:long|tall)\b(?! (?:does|do|will|until|before|for)\b)|\burefu gani\b": "length height urefu",
    r"\bhow (?:big|large)\b|\bukubwa gani\b": "size volume capacity dimensions",
    r"\bhow heavy\b|\buzito gani\b": "weight",
    r"\bhow wide\b|\bupana gani\b": "width",
    r"\bhow (?:strong|powerful)\b": "strength power",
    r"\bhow thick\b": "thickness gauge",
    r"\bhow (?:long|soon|fast) (?:does|do|will|until|before)\b|\bmuda gani\b": "duration maturity wait validity",
    r"\b(?:lita|litres?) ngapi\b|\bhow many lit(?:re|er)s\b": "volume capacity",
}


def measures_asked(text: str) -> set[str]:
    """The names of what is asked for, as catalogs have them."""
    said = text.casefold()
    return {name for asked, names in _BY.items() if re.search(asked, said) for name in names.split()}
