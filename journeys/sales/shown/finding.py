"""What a search found, with all that its wording depends on."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from journeys.language import numbers
from journeys.sales.shown import catalog_link
from journeys.sales.wish import Wish
from journeys.state import ConversationState
from journeys.wording.money import money
from journeys.wording.phrases import phrases, say
from tools.catalog.catalog_search import CatalogSearchResult

Action = Literal["search", "more", "all", "reject"]
WANTS_OTHERS: Final[tuple[Action, ...]] = ("more", "reject")
# Two looks at a list of six.
FEW: Final = 12
# A wish of six words still reads as one.
LONGEST_ECHO: Final = 6
TELLS_WHERE_TO_PAY: Final = re.compile(r"\d{5,}|https?:|www\.|\w\.[a-z]{2,}(?:/|\b)", re.IGNORECASE)
"""A till, a number or a link that somebody wrote to us is never said back in our name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """The wish, what was found for it, and how often they have refused what was shown."""

    state: ConversationState
    action: Action
    wish: Wish
    found: CatalogSearchResult
    rejections: int
    is_near: bool = False
    """Whether nothing has the measure that was named, and this comes nearest to it."""
    absent: str = ""
    """The thing that is asked for and not sold here, where that is sure; what was found comes nearest to it."""
    unmatched: tuple[str, ...] = ()
    """The words of the wish that nothing answers to; what was found, by others of them, may be something else."""
    on_sale: str = ""
    """Where nothing was found the shelves of the whole shop."""
    is_half: bool = False
    """Whether none of what was found has all that is sought."""
    is_guess: bool = False
    """Whether it is what is likely meant, and not what the words have found."""

    @property
    def wished(self) -> str:
        """The wish said back; a whole speech is not."""
        is_short = len(self.wish.query.split()) <= LONGEST_ECHO
        is_said = is_short and self._may_be_repeated and not _reads_as_a_price(self.wish.query)
        return wish_words(self.wish, self.state) if is_said else ""

    @property
    def limits(self) -> str:
        """In which form it was sought, said back: "black, size 32"."""
        form = Wish(options=self.wish.options)
        told = wish_words(form, self.state)
        return "" if TELLS_WHERE_TO_PAY.search(told) else told

    @property
    def _may_be_repeated(self) -> bool:
        return not TELLS_WHERE_TO_PAY.search(self.wish.query)

    @property
    def missed(self) -> list[str]:
        """The limits that something near does not keep to, with what was wanted."""
        wanted = self.wish.for_the_record()
        names = sorted({name for miss in self.found.near_misses for name in miss.failed})
        return [f"{name.replace('_', ' ')}: {wanted[name]}" if name in wanted else name for name in names]

    @property
    def lacking(self) -> dict[str, str]:
        """Of the one thing that comes near what it does not come in, and in what it does; empty where nobody tells."""
        misses = self.found.near_misses
        if self.found.items or len(misses) != 1 or len(misses[0].failed) != 1 or not self._may_be_repeated:
            return {}
        item, (failed,) = misses[0].item, misses[0].failed
        # In red there is no XXL, though there is one in black.
        form = [told_of(value, self.state) for name, value in self.wish.options.items() if name in item.options]
        values, wanted = item.options.get(failed, []), " ".join(form)
        if not (failed in self.wish.options and values and item.in_stock) or TELLS_WHERE_TO_PAY.search(wanted):
            return {}
        return {"title": item.title, "wanted": wanted, "values": ", ".join(values)}

    @property
    def leads_elsewhere(self) -> bool:
        """Whoever wants everything, or refused twice in a row, is shown the way instead of a list; all that there is of
        one thing stands on a list where it is not much more than that."""
        is_short = bool(self.wish.query) and bool(self.found.items) and self.found.total_estimate <= FEW
        is_asked_for = (self.action == "all" and not is_short) or self.rejections >= catalog_link.REJECTIONS
        return is_asked_for and self.link is not None

    @property
    def link(self) -> str | None:
        """The catalog's link, when it is due and the tenant has one."""
        is_vague = catalog_link.is_vague(self.wish, self.found)
        is_due = catalog_link.is_due(self.action, self.found, is_vague=is_vague, rejections=self.rejections)
        opened_at = self.wish if self.found.total_estimate and self._may_be_repeated else Wish()
        return catalog_link.of_wish(self.state, opened_at) if is_due else None

    def say(self, name: str, **values: object) -> str:
        told = {
            "wish": self.wished,
            "link": self.link,
            "business": self.state.tenant.tenant_name,
            "shelves": self.shelves,
            "on_sale": self.on_sale,
        }
        return say(name, self.state, **told, **values)

    @property
    def wants_others(self) -> bool:
        return self.action in WANTS_OTHERS

    @property
    def shelves(self) -> str:
        return shelves(self.found)


def _reads_as_a_price(query: str) -> bool:
    """Whether it is a sum of money behind "for": of an elephant, "ndovu", Sheng makes a thousand."""
    return bool(query) and numbers.sum_at(numbers.tokens_of(f"for {query.casefold()}"), 1) is not None


def shelves(found: CatalogSearchResult) -> str:
    """The parts of the shop that hold matches, the widest names of them."""
    return ", ".join(dict.fromkeys(category.path.partition(" > ")[0] for category in found.categories))


def wish_words(wish: Wish, state: ConversationState) -> str:
    return ", ".join(_parts(wish, state))


def _parts(wish: Wish, state: ConversationState) -> Iterator[str]:
    if wish.query or wish.category:
        yield _for_whom(wish.query, state) or str(wish.category)
    if wish.colour:
        yield told_of(wish.colour, state)
    if wish.size:
        yield say("wish_size", state, size=wish.size)
    for name, value in wish.options.items():
        if name == "guests":
            yield say("wish_guests", state, guests=value.rstrip("+"))
        elif name not in ("colour", "size"):
            yield value
    if wish.price_min is not None:
        yield say("wish_from", state, price=money(wish.price_min, state.tenant.currency))
    if wish.price_max is not None:
        yield say("wish_up_to", state, price=money(wish.price_max, state.tenant.currency))


def told_of(value: str, state: ConversationState) -> str:
    """A value of an option, a colour in the language they write."""
    return say(f"colour_{value}", state) if f"colour_{value}" in phrases() else value


def _for_whom(query: str, state: ConversationState) -> str:
    """Whom it is for in the language they write: the wish keeps them as the catalog spells them."""
    said = (say(f"for_{word}", state) if f"for_{word}" in phrases() else word for word in query.split())
    return " ".join(said)
