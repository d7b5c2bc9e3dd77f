"""Each example of a property begins with the database that the first one found."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.db import transaction


def undone(test: Callable[..., None]) -> Callable[..., None]:
    """Take back what an example wrote: the next one stands alone, and passes by no rows of a hundred before it."""

    @wraps(test)
    def example(*args: Any, **named: Any) -> None:
        with transaction.atomic():
            try:
                test(*args, **named)
            finally:
                transaction.set_rollback(True)

    return example
