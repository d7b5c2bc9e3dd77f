"""Writes items as numbered lines with true prices, and as rows to tap."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from textwrap import shorten

from journeys import catalog
from journeys.local.purchase import choice, each_form
from journeys.reply import ListReply, ReplyOption
from journeys.sales.commands import OpenItem
from journeys.sales.shown import forms_left
from journeys.sales.shown.asked_form import forms_named
from journeys.state import Choice, ConversationState, Pick, ShownItem
from journeys.wording.money import money
from journeys.wording.phrases import say
from journeys.wording.quantity import price_of
from tools.catalog.catalog_get_item import CatalogGetItemResult
from tools.catalog.catalog_search import NearMiss, SearchItem
from tools.catalog.items import CatalogItem

MISSED = {
    "price_min": "price",
    "price_max": "price",
    "in_stock_only": "stock",
    "colour": "colour",
    "size": "size",
}
# In a longer list the prices of the forms stand on the card,
MOST_ROWS_IN_FULL = 3
# and so do those of more forms.
MOST_PRICES_A_ROW = 3
ROW_TITLE, ROW_DESCRIPTION = 24, 72  # what WhatsApp shows of a row; the text above the rows says it all


@dataclass(frozen=True, slots=True)
class Row:
    """One item as it will be shown: `note` is what they must know before they pick it."""

    item: CatalogItem
    price: str
    note: str = ""
    forms: str = ""
    """What each form costs, for the text alone: a row to tap has no room for it."""
    left: str = ""
    """Of what is sold out in the form that was looked for, in which it is not; for the text alone too."""

    @property
    def facts(self) -> str:
        return f"{self.price} ({self.note})" if self.note else self.price

    @property
    def line(self) -> str:
        told = "; ".join(filter(None, [self.forms, self.note, self.left]))
        return f"*{self.item.title}* — {self.price}{f' ({told})' if told else ''}"


def rows_of(items: Sequence[CatalogItem], state: ConversationState, words: str = "") -> list[Row]:
    """With the price of the form that the words name, where they name one of it: of half board, of a child; of few
    items with that of each form."""
    rows = [_row(item, state, words, is_in_full=len(items) <= MOST_ROWS_IN_FULL) for item in items]
    if len(rows) == 1 and not (rows[0].forms or rows[0].note):
        return [replace(rows[0], forms=_choices(rows[0].item))]
    return rows


def row_of_other_forms(item: CatalogItem, state: ConversationState) -> Row:
    """Of what does not come as it was wanted: in what it does is told above it, and here what that costs."""
    return _row(item, state, "", is_in_full=True)


def _row(item: CatalogItem, state: ConversationState, words: str, *, is_in_full: bool) -> Row:
    note = "" if item.in_stock or catalog.is_in_cart(item.item_id, state) else say("sold_out", state)
    named = form_named(item, words)
    prices = {form.price for form in item.form_prices if named.items() <= form.options.items()}
    if not named or len(prices) != 1:
        forms = _price_of_each(item) if is_in_full else ""
        return Row(item, price_of(item, state), note, forms, _still_there(item, state) if note else "")
    (price,) = prices
    one = item.model_copy(update={"price_from": price, "price_to": price})
    told = ", ".join([*named.values(), *filter(None, [note])])
    return Row(item, price_of(one, state), told, left=_still_there(item, state) if note else "")


def form_named(item: CatalogItem | CatalogGetItemResult, words: str) -> dict[str, str]:
    """The one form of it that the words name; none where they name several, or count them."""
    is_of_one = bool(words) and not each_form.counted(words, item.options)[0] and not _names_several(item, words)
    return choice.parse_choice(words, item.options, title=item.title, unit=item.unit).options if is_of_one else {}


def _still_there(item: CatalogItem, state: ConversationState) -> str:
    """ "Still there: black 43, 45; 44 green"; empty where nothing is, or where it was not looked for."""
    if not isinstance(item, SearchItem):
        return ""
    wanted = {name: values[0] for name, values in item.options.items() if len(values) == 1}
    return forms_left.still_there(item.left, wanted, state)


def _names_several(item: CatalogItem | CatalogGetItemResult, words: str) -> bool:
    return any(len(forms_named(values, words)) > 1 for values in item.options.values())


def _price_of_each(item: CatalogItem) -> str:
    """ "adult KES 2,000, child 4-12 KES 1,000"; empty where there are many forms, or one price."""
    few = item.form_prices if len(item.form_prices) <= MOST_PRICES_A_ROW else ()
    told = (f"{' '.join(each.options.values())} {money(each.price, item.currency)}" for each in few)
    return ", ".join(told)


def _choices(item: CatalogItem) -> str:
    """In what it comes, or in which of it as they asked: "black, red"; a long range of sizes stands on its card."""
    few = (values for values in item.options.values() if 0 < len(values) <= forms_left.MOST_VALUES)
    return "; ".join(", ".join(values) for values in few)


def rows_of_misses(misses: Sequence[NearMiss], state: ConversationState) -> list[Row]:
    return [Row(miss.item, price_of(miss.item, state), ", ".join(_why_missed(miss, state))) for miss in misses]


def _why_missed(miss: NearMiss, state: ConversationState) -> list[str]:
    """ "another size: 41, 42": in what it comes instead."""
    reasons = [_why(name, miss.item, state) for name in miss.failed]
    if not miss.item.in_stock:
        reasons.append(say("missed_stock", state))
    return list(dict.fromkeys(reasons))


def _why(name: str, item: CatalogItem, state: ConversationState) -> str:
    why = say(f"missed_{MISSED.get(name, 'other')}", state)
    values = item.options.get(name) or [each for each in (item.attributes.get(name),) if each]
    return f"{why}: {', '.join(values)}" if 0 < len(values) <= forms_left.MOST_VALUES else why


def list_reply(
    opening: str, rows: Sequence[Row], closing: str, state: ConversationState, *, goes_on: ListReply | None = None
) -> ListReply:
    """The rows in the order of their numbers; `goes_on` is a list above it in the same message, counted on from."""
    above = goes_on.options if goes_on else ()
    lines = [f"{number}. {row.line}" for number, row in enumerate(rows, len(above) + 1)]
    return ListReply(
        text="\n\n".join(part for part in (opening, "\n".join(lines), closing) if part),
        button=say("choose", state),
        options=(*above, *(_option(row) for row in rows)),
    )


def _option(row: Row) -> ReplyOption:
    """A row to tap; a long title is shortened there and stands in full below it, as far as it fits."""
    title, description = row.item.title, row.facts
    if len(title) > ROW_TITLE:
        title = shorten(title, ROW_TITLE, placeholder="…")
        longer = f"{row.facts} · {row.item.title}"
        description = longer if len(longer) <= ROW_DESCRIPTION else row.facts
    return ReplyOption(id=_command(row), title=title, description=description)


def asked(rows: Sequence[Row]) -> Pick:
    choices = tuple(Choice(title=row.item.title, command=_command(row)) for row in rows)
    return Pick(journey="sales", of="item", choices=choices)


def shown(rows: Sequence[Row]) -> list[ShownItem]:
    return [of_item(row.item) for row in rows]


def of_item(item: CatalogItem) -> ShownItem:
    """The item as the state remembers that it was seen."""
    return ShownItem(
        item_id=item.item_id, title=item.title, price=item.price_from, currency=item.currency, unit=item.unit,
        options=dict(item.options),
    )  # fmt: skip


def _command(row: Row) -> str:
    return OpenItem(item=row.item.item_id).written()
