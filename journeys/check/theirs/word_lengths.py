"""How long the customer's own words are, where that may matter: the "Naivasha1" that they want for a password has 9."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

# Letters and digits put together; what is shorter is a size or a model.
_PUT_TOGETHER: Final = re.compile(r"(?<!\S)(?=[^\W\d_]{1,30}\d)[\w@#$%&*!-]{5,31}(?![^\s.,?!;)])")


def lengths(theirs: Iterable[object]) -> Iterator[str]:
    """Of each word that is made of letters and digits how many it has."""
    found = (word for each in theirs if isinstance(each, str) for word in _PUT_TOGETHER.findall(each))
    yield from (f"{word} is {len(word)} characters" for word in dict.fromkeys(found))
