"""Which forms of a product are left where the one that is wanted is sold out."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, Protocol

from tools.catalog.items import options_of
from tools.catalog.models import Variant


class HeldForm(Protocol):
    """One form of a product, by its options, and what is left of it."""

    @property
    def options(self) -> Mapping[str, Any]: ...

    @property
    def stock(self) -> Decimal: ...


def nearest_left(variants: Sequence[Variant], sold_out: Sequence[Variant]) -> list[dict[str, str]]:
    """Of all variants of a product the forms in stock that come nearest to the sold-out ones.

    A form is told by the options in which the sold-out ones are alike: of "black" in any size by its colour."""
    return nearest_to({name: values[0] for name, values in options_of(sold_out).items() if len(values) == 1}, variants)


def nearest_to(wanted: Mapping[str, str], variants: Sequence[HeldForm]) -> list[dict[str, str]]:
    """The forms in stock that differ from the wanted one in the fewest options, nearest first: of black in 44 other
    sizes in black and other colours in 44."""
    places = {name: _in_order(_values(name, variants)) for name in wanted}
    found: dict[tuple[tuple[str, str], ...], tuple[int, int]] = {}
    for variant in variants:
        form = {name: str(variant.options[name]) for name in wanted if name in variant.options}
        differing = [name for name, value in form.items() if value != wanted[name]]
        if variant.stock > 0 and differing:
            far = sum(_steps(places[name], form[name], wanted[name]) for name in differing)
            found[tuple(form.items())] = (len(differing), far)
    fewest = min((differing for differing, _ in found.values()), default=0)
    kept = [form for form, (differing, _) in found.items() if differing == fewest]
    return [dict(form) for form in sorted(kept, key=lambda form: found[form])]


def _values(name: str, variants: Sequence[HeldForm]) -> list[str]:
    return [*dict.fromkeys(str(each.options[name]) for each in variants if name in each.options)]


def _in_order(values: Sequence[str]) -> dict[str, int]:
    """The place of each: numbers by their size, all else as the catalog has it."""
    are_numbers = all(value.isdecimal() for value in values)
    return {value: at for at, value in enumerate(sorted(values, key=int) if are_numbers else values)}


def _steps(places: Mapping[str, int], value: str, other: str) -> int:
    """None to what it does not come in, which is as far from each."""
    return abs(places[value] - places[other]) if other in places else 0
