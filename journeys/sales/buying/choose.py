"""Puts an item together from what was said so far: what is chosen, what is missing, and what cannot be had."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Final

from journeys.local.purchase.choice import UnderstoodChoice
from journeys.state import Choosing
from knowledge import lexicon
from tools.catalog.catalog_get_item import CatalogGetItemResult, VariantFacts
from tools.catalog.forms import nearest_to
from tools.catalog.units import MEASURED, fits

QUANTITY: Final = "quantity"


@dataclass(frozen=True, slots=True)
class ChoiceProblem:
    """Why what was said cannot be taken: the sentence that says it, and its values."""

    sentence: str
    values: dict[str, object] = field(default_factory=dict)
    form: Mapping[str, str] = field(default_factory=dict)
    """What was wanted of each option,"""
    nearest: Sequence[Mapping[str, str]] = ()
    """and the forms nearest to it that can be had instead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """What stands; `asks` names the one thing to be asked next, and nothing when the choice is complete."""

    options: dict[str, str]
    quantity: Decimal | None
    asks: str = ""
    values: tuple[str, ...] = ()
    problem: ChoiceProblem | None = None
    variant: VariantFacts | None = None


def choose(
    item: CatalogGetItemResult, before: Choosing | None, said: UnderstoodChoice, *, in_cart: Collection[str]
) -> Chosen:
    """One question at a time: the options in the item's own order, then the quantity. `item` has what is left beside
    the forms that are `in_cart`."""
    options, problem = _options(item, before, said, in_cart)
    left = [variant for variant in _fitting(item.variants, options) if variant.in_stock]
    quantity = said.quantity or (None if said.is_unclear else before.quantity if before else None)
    if said.unknown and (name := _refused_option(item, said)):
        options = {other: value for other, value in options.items() if other != name}
        left = [variant for variant in _fitting(item.variants, options) if variant.in_stock]
        values = _values(left, name)
        return Chosen(options=options, quantity=quantity, asks=name, values=values, problem=problem)
    if problem and (refused := [name for name, value in said.options.items() if options.get(name) != value]):
        # What was wanted cannot be had: what there is of it instead is asked, even if it is only one.
        return Chosen(
            options=options, quantity=quantity, asks=refused[0], values=_values(left, refused[0]), problem=problem
        )
    # A form that they have taken all of was one to choose all the same: the other is not put in its place unasked.
    theirs = [variant for variant in _fitting(item.variants, options) if variant.sku in in_cart]
    options |= _settled([*left, *theirs], item)
    missing = [name for name in item.options if name not in options and _values(left, name)]
    if missing and said.is_any:
        options |= {name: _values(left, name)[0] for name in missing[:1]}
        return choose(
            item,
            Choosing(item_id=item.item_id, title=item.title, options=options, unit=item.unit, quantity=quantity),
            UnderstoodChoice(),
            in_cart=in_cart,
        )
    if missing:
        asked = _values(left, missing[0])
        return Chosen(options=options, quantity=quantity, asks=missing[0], values=asked, problem=problem)
    return _counted(left[0], options, quantity, said, problem, item)


def _refused_option(item: CatalogGetItemResult, said: UnderstoodChoice) -> str:
    """The option of which they named a value that there is not: they are asked for it, even if only one is left."""
    kinds = {"colour" if lexicon.kind(lexicon.concept(word) or "") == "colour" else "size" for word in said.unknown}
    return next((name for name in item.options if name in kinds and name not in said.options), "")


def _counted(
    variant: VariantFacts,
    options: dict[str, str],
    quantity: Decimal | None,
    said: UnderstoodChoice,
    problem: ChoiceProblem | None,
    item: CatalogGetItemResult,
) -> Chosen:
    is_unclear = said.is_unclear
    if quantity is not None and not fits(quantity, variant.unit):
        quantity, is_unclear = None, True
    if is_unclear:
        problem = ChoiceProblem("quantity_unclear_part" if variant.unit in MEASURED else "quantity_unclear")
    if quantity is not None and quantity > variant.stock:
        values: dict[str, object] = {"left": variant.stock, "unit": variant.unit}
        problem, quantity = _problem("quantity_too_many", values, variant.options, item), None
    asks = QUANTITY if quantity is None or problem else ""
    return Chosen(options=options, quantity=quantity, asks=asks, problem=problem, variant=variant)


def _options(
    item: CatalogGetItemResult, before: Choosing | None, said: UnderstoodChoice, in_cart: Collection[str]
) -> tuple[dict[str, str], ChoiceProblem | None]:
    """What was chosen before and is said now; what is said now outweighs, and what cannot be had is left out."""
    earlier = dict(before.options) if before else {}
    wanted = {**earlier, **said.options}
    if any(variant.in_stock for variant in _fitting(item.variants, wanted)):
        return wanted, ChoiceProblem("not_in_that", {"wanted": ", ".join(said.unknown)}) if said.unknown else None
    named = ", ".join(wanted.values())
    made = _fitting(item.variants, wanted)
    why = "choice_sold_out" if made else "choice_not_made"
    why = "choice_all_yours" if any(variant.sku in in_cart for variant in made) else why
    return _possible(item.variants, said.options, earlier), _problem(why, {"wanted": named}, wanted, item)


def _problem(why: str, values: dict[str, object], form: Mapping[str, str], item: CatalogGetItemResult) -> ChoiceProblem:
    return ChoiceProblem(why, values, form, nearest_to(form, item.variants))


def _possible(variants: Sequence[VariantFacts], said: Mapping[str, str], earlier: Mapping[str, str]) -> dict[str, str]:
    """As much of the wish as is left in stock, the latest words first."""
    kept: dict[str, str] = {}
    for name, value in {**said, **{name: value for name, value in earlier.items() if name not in said}}.items():
        if any(variant.in_stock for variant in _fitting(variants, kept | {name: value})):
            kept[name] = value
    return kept


def _fitting(variants: Sequence[VariantFacts], options: Mapping[str, str]) -> list[VariantFacts]:
    return [v for v in variants if all(v.options.get(name) == value for name, value in options.items())]


def _settled(left: Sequence[VariantFacts], item: CatalogGetItemResult) -> dict[str, str]:
    """Where only one value is left there is nothing to ask."""
    only = {name: _values(left, name) for name in item.options}
    return {name: values[0] for name, values in only.items() if len(values) == 1}


def _values(variants: Sequence[VariantFacts], name: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(v.options[name] for v in variants if name in v.options))
