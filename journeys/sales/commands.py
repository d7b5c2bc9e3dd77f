"""What a customer may want of the shop: find, look, ask, put into the cart, change the cart."""

from typing import Annotated, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

from journeys.command import Command, Option
from tools.catalog.units import Wanted

Sort = Literal["relevance", "price_low", "price_high", "newest"]
Price = Annotated[int, Field(ge=0, le=9_999_999_999)]
# The question in three wordings; a fourth finds nothing new.
MOST_QUERIES = 3
# What is likeliest, and what was found beside it.
MOST_SUGGESTED = 4
# A list of WhatsApp's has ten rows.
MOST_LINES = 10
# What a command keeps of a message.
LONGEST_WORDS = 500
# "The blue one, else the grey, else leave it."
MOST_INSTEAD = 2


class Search(Command):
    """Find items: up to three queries for the same wish, and the limits that each hit must keep to."""

    name: ClassVar[str] = "search"
    is_read: ClassVar[bool] = True

    queries: tuple[str, ...] = Field((), max_length=MOST_QUERIES)
    category: str | None = None
    price_min: Price | None = None
    price_max: Price | None = None
    options: tuple[Option, ...] = Field((), max_length=MOST_LINES)
    sort: Sort = "relevance"
    in_stock_only: bool = False
    refines: bool = False
    """Whether it narrows the search before, or is another wish."""
    everything: bool = False
    """All there is of it, rather than a few to choose from."""
    words: str = Field("", max_length=LONGEST_WORDS)
    """What the customer said of this alone, in a message of several things."""


class Suggest(Command):
    """Show what a message is likely about, by the names of the items, where its words have found nothing."""

    name: ClassVar[str] = "suggest"
    for_model: ClassVar[bool] = False
    is_read: ClassVar[bool] = True

    titles: tuple[str, ...] = Field((), max_length=MOST_SUGGESTED)


class More(Command):
    """Others than those shown: the next ones, everything, or anything but these."""

    name: ClassVar[str] = "more"
    is_read: ClassVar[bool] = True

    kind: Literal["more", "all", "reject"] = "more"


class Browse(Command):
    """What there is at all."""

    name: ClassVar[str] = "browse"
    is_read: ClassVar[bool] = True


class OpenItem(Command):
    """Show one item with all that is known of it. `words` are the customer's, read once its options are known."""

    name: ClassVar[str] = "open_item"
    is_read: ClassVar[bool] = True

    item: str
    words: str = ""


class AskItem(Command):
    """A question about items that are shown, opened or named."""

    name: ClassVar[str] = "ask_item"
    is_read: ClassVar[bool] = True

    items: tuple[str, ...] = Field((), max_length=MOST_LINES)
    question: str = ""


class Compare(Command):
    """Which of several items is the better one for what the customer needs."""

    name: ClassVar[str] = "compare"
    is_read: ClassVar[bool] = True

    items: tuple[str, ...] = Field((), max_length=MOST_LINES)
    question: str = ""


class Instead(BaseModel):
    """What is taken where the thing before it cannot be had; without `item` it is another form of that."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    item: str = ""
    options: tuple[Option, ...] = Field((), max_length=MOST_LINES)


class Line(BaseModel):
    """One thing to buy: an item by its id, its place in the list or its title, with options and quantity as said.

    It may hang on a condition: one costs at most `price_max`; of several that bear the name it is the `cheapest`; and
    where it cannot be had so, the first of `instead` that can is taken, or nothing.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    item: str = ""
    options: tuple[Option, ...] = Field((), max_length=MOST_LINES)
    quantity: Wanted | None = None
    price_max: Price | None = None
    cheapest: bool = False
    instead: tuple[Instead, ...] = Field((), max_length=MOST_INSTEAD)

    @property
    def is_conditional(self) -> bool:
        return bool(self.price_max is not None or self.cheapest or self.instead)


class Add(Command):
    """Put things into the cart. `words` are the customer's own, read once the only item's options are known; a model
    says options and quantity instead."""

    name: ClassVar[str] = "add"

    lines: tuple[Line, ...] = Field((), max_length=MOST_LINES)
    words: str = ""


class SumUp(Command):
    """What so many of each would cost together; nothing is put in. Of one thing `question` tells how many."""

    name: ClassVar[str] = "sum_up"
    for_model: ClassVar[bool] = False
    is_read: ClassVar[bool] = True

    lines: tuple[Line, ...] = Field((), max_length=MOST_LINES)
    question: str = ""


class Choose(Command):
    """Which form of the item in hand, and how many: the answer to what was asked about it."""

    name: ClassVar[str] = "choose"
    stands_alone: ClassVar[bool] = False

    options: tuple[Option, ...] = Field((), max_length=MOST_LINES)
    quantity: Wanted | None = None
    words: str = ""


class DropItem(Command):
    """Not the item in hand after all."""

    name: ClassVar[str] = "drop_item"


class ChangeCart(Command):
    """Change a line of the cart: out, more, fewer, so many, or another form of it. `words` are read when a line is
    to be found by them."""

    name: ClassVar[str] = "change_cart"

    change: Literal["remove", "more", "fewer", "set", "swap", "words"]
    line: str = ""
    options: tuple[Option, ...] = Field((), max_length=MOST_LINES)
    quantity: Wanted | None = None
    words: str = ""


class EmptyCart(Command):
    """Give up the purchase."""

    name: ClassVar[str] = "empty_cart"


class GoOnShopping(Command):
    """Keep the cart and look for something else."""

    name: ClassVar[str] = "go_on_shopping"


COMMANDS = (
    Search, Suggest, More, Browse, OpenItem, AskItem, Compare, SumUp, Add, Choose, DropItem, ChangeCart, EmptyCart,
    GoOnShopping,
)  # fmt: skip
