"""deliver: who gets an order, where and when, and what is noted on it, as a whole or on one of its items.

What is said anew of the same thing takes the place of what was said before: another day, another hour, another number
of people. A day or an hour at which an item is not had is told, and is not noted.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import dropwhile
from typing import Final

from journeys import catalog, tenant
from journeys.check.claims.opening import days_in
from journeys.check.reading.words import DAYS
from journeys.checkout import collected, times
from journeys.checkout.commands import LONGEST_NOTE, Deliver
from journeys.checkout.shown import delivery_told
from journeys.context import TurnContext
from journeys.local.purchase import durations
from journeys.local.wordlists import tokens
from journeys.state import ConversationState, Delivery, ItemNote, Pick
from journeys.wording.days import name_of_day
from journeys.wording.phrases import say
from knowledge import lexicon
from knowledge.text import fold
from tools.catalog.catalog_get_item import CatalogGetItemResult

# One word of a title may be of anything.
FEWEST_WORDS: Final = 2
# Letters of a place's name; a shorter word may stand in any address.
SHORTEST_NAME: Final = 4
# What the tool takes.
LONGEST_WHEN: Final = 120
# As long as a place may be told.
LONGEST_PLACE: Final = 300


def noted(
    command: Deliver, state: ConversationState, context: TurnContext, *, is_told_later: bool = False
) -> tuple[ConversationState, str]:
    """What was said goes over what was known, and what was not said stays; with the words that tell all of it, where
    no later one of the message does."""
    delivery = _without_the_gone(state)
    whole = {name: said for name in ("recipient", "place") if (said := getattr(command, name).strip())}
    note = command.note.strip()
    if place := collected.place_of(whole.get("place", ""), "" if command.item else note, state, context):
        whole["place"] = place
        note = "" if note == place else note
    if "place" in whole and not collected.is_at_ours(whole["place"], state):
        whole["place"] = _within(whole["place"], delivery.place)
    when = command.when.strip()
    titles = _in_hand(state, context)
    item_id = _meant(command, titles)
    if command.item.strip() and not item_id:
        when = note = ""  # what is not had is noted nowhere
    only = item_id or _only_one(titles, state)
    item = catalog.fetched(only, context) if only and (when or note) else None
    if item is not None:
        when = _without_its_form(when, item)
    problems = list(_problems(f"{when} {note}", item, state, context)) if item is not None else []
    for kind, _ in problems:
        when, note = times.without(when, kind), times.without(note, kind)
    if item_id:
        before = next((each for each in delivery.of_items if each.item_id == item_id), None)
        before = before or ItemNote(item_id=item_id, title=titles[item_id])
        others = [each for each in delivery.of_items if each.item_id != item_id]
        after = before.having(**_renewed(before, when, note))
        delivery = delivery.having(of_items=[*others, after] if after.when or after.note else others)
        whole["when"] = _left_for_others(delivery, after, titles)
    elif len(titles) > 1:  # it may be of another of them than what was said before
        whole |= {"when": when or delivery.when, "note": _with(note, delivery.note)}
    else:
        whole |= _renewed(delivery, when, note)
    state = state.having(delivery=delivery.having(**whole))
    parts = delivery_told(as_ordered(state), state)
    lines = [say("delivery_noted", state), *parts] if (parts or not problems) and not is_told_later else []
    asked = state.controls.asked
    is_choosing = isinstance(asked, Pick) and asked.of == "item" and not titles
    is_alone = is_choosing and not context.served and len(context.commands) <= 1
    goes_on = [say("which_one", state)] if lines and is_alone else []
    return state, "\n\n".join(filter(None, ["\n".join(lines), *(sentence for _, sentence in problems), *goes_on]))


def _within(place: str, before: str) -> str:
    """A place told more nearly stays in its town: "Likoni near the ferry" after "Likoni, Mombasa"."""
    said, parts = set(tokens(place)), [part.strip() for part in before.split(",")]
    telling = {word for word in said if len(word) >= SHORTEST_NAME and not lexicon.is_stop_word(word)}
    shared = [at for at, part in enumerate(parts) if telling & set(tokens(part))]
    wider = parts[shared[-1] + 1 :] if shared else []
    return ", ".join([place, *wider])[:LONGEST_PLACE]


def as_ordered(state: ConversationState) -> dict[str, str]:
    """What an order is made with, as long as the tool takes."""
    told = _without_the_gone(state).as_told()
    cut = {"when": told.get("when", "")[:LONGEST_WHEN], "note": told.get("note", "")[-LONGEST_NOTE:]}
    return {name: value for name, value in (told | cut).items() if value}


def _without_the_gone(state: ConversationState) -> Delivery:
    """Without the notes on what is no longer in the cart, nor waits for its form."""
    kept = set(_ids_in_hand(state))
    delivery = state.purchase.delivery
    return delivery.having(of_items=[each for each in delivery.of_items if each.item_id in kept])


def _ids_in_hand(state: ConversationState) -> Iterator[str]:
    purchase = state.purchase
    yield from (line.item_id for line in purchase.cart)
    yield from (each.item_id for each in (purchase.choosing,) if each is not None and each.is_ordered)
    yield from (line["item"] for line in purchase.waiting)


def _in_hand(state: ConversationState, context: TurnContext) -> dict[str, str]:
    """The items of the order with their titles, those that wait for their form too."""
    found = (catalog.fetched(item_id, context) for item_id in dict.fromkeys(_ids_in_hand(state)) if item_id)
    return {item.item_id: item.title for item in found if item is not None}


def _only_one(titles: Mapping[str, str], state: ConversationState) -> str:
    """The only item of the order; before there is one, the item that is looked at."""
    sales = state.sales
    shown = [sales.looked_at] if sales.looked_at else sales.last_catalog_results
    found = [*titles] or [item.item_id for item in shown]
    return found[0] if len(found) == 1 else ""


def _without_its_form(when: str, item: CatalogGetItemResult) -> str:
    """The day and hour, without how long it lasts and the end of its name before it."""
    left = durations.without(when, [value for values in item.options.values() for value in values])
    own = set(tokens(item.title))
    words = left.split() if left != when else []
    return " ".join(dropwhile(own.__contains__, words)) if words else left


def _meant(command: Deliver, titles: Mapping[str, str]) -> str:
    """The one item that it is of by its name, else by the words of the note; empty where it may be of all."""
    if command.item.strip():
        called = [item_id for item_id, title in titles.items() if title.casefold() == command.item.strip().casefold()]
        return next(iter(called or _named(command.item, titles, fewest=1)), "")
    return next(iter(_named(f"{command.when} {command.note}", titles, fewest=FEWEST_WORDS)), "")


def _named(text: str, titles: Mapping[str, str], *, fewest: int) -> list[str]:
    """The items of which so many words of their own are said, if it is only one; their thing is enough."""
    said, things = set(tokens(text)), lexicon.things(text)
    words = {item_id: set(tokens(title)) for item_id, title in titles.items()}
    shared = {word for own in words.values() for word in own if sum(word in each for each in words.values()) > 1}
    named = [
        item_id
        for item_id, own in words.items()
        if len([word for word in own - shared if word in said and not lexicon.is_stop_word(word)]) >= fewest
        or things & lexicon.things(titles[item_id])
    ]
    return named if len(named) == 1 else []


def _renewed(before: Delivery | ItemNote, when: str, note: str) -> dict[str, str]:
    """When and note with what is said anew in the place of what was said of the same kind."""
    anew = [kind for kind in times.KINDS if times.named_in(f"{when} {note}", kind)]
    kept_when, kept_note = before.when if not when else "", before.note
    for kind in anew:
        kept_when = times.without(kept_when, kind)
        kept_note = kept_note if note and kept_note in note else times.without(kept_note, kind)
    return {"when": when or kept_when, "note": _with(note, _telling(kept_note, before))}


def _left_for_others(delivery: Delivery, told: ItemNote, titles: Mapping[str, str]) -> str:
    """What was told of all, after one item's own: nothing where each has its own, and no stay that was told anew."""
    own = {each.item_id for each in delivery.of_items if each.when}
    if own and own >= set(titles):
        return ""
    return times.without(delivery.when, times.STAY) if times.named_in(told.when, times.STAY) else delivery.when


def _telling(kept: str, before: Delivery | ItemNote) -> str:
    """What is left of a note; nothing where it but names the item."""
    named = set(tokens(before.title)) if isinstance(before, ItemNote) else set[str]()
    is_cut = kept != before.note
    return "" if is_cut and all(word in named or lexicon.is_stop_word(word) for word in tokens(kept)) else kept


def _with(note: str, before: str) -> str:
    """Both, as far as there is room: "write Amani on the cake" is not forgotten for "towels in room 12"."""
    if not before or before in note:
        return note or before
    return before if note in before else f"{before}; {note}"[-LONGEST_NOTE:]


def _problems(
    text: str, item: CatalogGetItemResult, state: ConversationState, context: TurnContext
) -> Iterator[tuple[str, str]]:
    """The kinds of what is told at which the item is not had, each with the sentence that says so."""
    if other_days := times.is_on_another_day(text, item, tenant.local_now(context).date()):
        own = _listed([day for day in DAYS if day in times.days_of(item)], state)
        day = times.named_in(text, times.DAY)
        said = day if set(days_in(fold(day))) == set(other_days) else f"{day} ({_listed(other_days, state)})"
        yield times.DAY, say("had_on_other_days", state, item=item.title, days=own, said=said)
    if times.is_at_another_hour(text, item):
        hours = ", ".join("\u2013".join(span) for span in times.hours_of(item))
        yield (
            times.HOUR,
            say("had_at_other_hours", state, item=item.title, hours=hours, said=times.named_in(text, times.HOUR)),
        )


def _listed(days: Sequence[str], state: ConversationState) -> str:
    return ", ".join(name_of_day(day, state) for day in days)
