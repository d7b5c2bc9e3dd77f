"""search, more and browse: asks the catalog, tries again when it finds little, and shows at most six options."""

from dataclasses import dataclass, replace
from typing import Any, Final

from journeys import catalog
from journeys.asking import asking_back
from journeys.command import written
from journeys.context import TurnContext
from journeys.contract import Done
from journeys.local import wants
from journeys.local.wordlists import spelled_out
from journeys.reply import ListReply, Text
from journeys.sales import doubt, listing, nearest, seek
from journeys.sales.as_wished import Shown, as_wished
from journeys.sales.commands import Browse, More, Search, Suggest
from journeys.sales.meant import meant_by
from journeys.sales.shown.finding import Action, Finding, shelves
from journeys.sales.shown.lists_above import ListsAbove
from journeys.sales.wish import Wish, remembered
from journeys.state import ConversationState
from journeys.wording.phrases import say
from knowledge import lexicon
from tools.catalog.catalog_search import CatalogSearchResult

# So many names are one thing; more are a sentence.
MOST_NAMED: Final = 4
# What the tool takes as a query.
LONGEST_QUESTION: Final = 300


def search(command: Search, state: ConversationState, context: TurnContext) -> Done:
    """What is sought; what nothing in the shop answers is looked for in the library before it is denied."""
    wish = _wish(command, state, context)
    if not wish.given() and not command.everything:
        return browse(Browse(), state, context)
    # What was added to an earlier wish may have been the beginning of another.
    anew = [Wish.of(command)] if command.refines and command.queries else []
    said = wish
    found, wish, missed = seek.sought(wish, anew, command.queries, context)
    if found is None:
        return Done(state=state, reply=Text(text=say("cannot_search", state)))
    context.trace.notes["narrowed"] = {"action": _action(command), **wish.for_the_record()}
    shown, absent = Shown(found), ""
    if context.by == "local":
        absent = nearest.missing(found, said, missed, context) if _is_alone(context) else ""
        # What was sought before is no part of this.
        added = " ".join(command.queries) if command.refines else said.query
        is_strange = doubt.is_of_something_else(added, missed, context.text)
        shown = Shown(found) if is_strange else as_wished(found, wish, context)
        own = spelled_out(command.words or context.text)
        is_list = shown.is_near or shown.is_ordered or bool(absent)
        if not is_list and (meant := meant_by(shown.found, own, state, context, is_strange=is_strange)):
            return meant
        if is_strange:
            shown = Shown(found.model_copy(update={"items": [], "near_misses": [], "confidence": "none"}))
        if doubt.is_open(shown.found, wish) and doubt.is_told_above(wish.query, context):
            return Done(state=state)
    sought = _Sought(command, said, wish, tuple(missed), shown.found, absent)
    return _with_a_second_look(_told(sought, shown, state, context), sought, context)


@dataclass(frozen=True, slots=True)
class _Sought:
    """What a search was for, and what it came to."""

    command: Search
    said: Wish
    wish: Wish
    """What was said, without what found nothing."""
    missed: tuple[str, ...]
    found: CatalogSearchResult
    absent: str
    """What plainly is not sold here; empty where nothing is."""

    @property
    def unmatched(self) -> tuple[str, ...]:
        """The words that nothing answers to, where it was found by another that was said beside them."""
        named = (self.said.query, *self.command.queries)
        return () if self.wish.query in named else self.missed


def _told(sought: _Sought, shown: Shown, state: ConversationState, context: TurnContext) -> Done:
    """The list of what is shown, or what is not there."""
    wish, found = sought.wish, sought.found
    listed = nearest.of_its_kind(found, sought.said, context) if sought.absent else found
    told = wish.model_copy(update={"query": " ".join(wants.parse(wish.query).terms)}) if shown.is_half else wish
    finding = Finding(
        state=state, action=_action(sought.command), wish=told, found=listed, rejections=0,
        is_near=shown.is_near, is_half=shown.is_half, absent=sought.absent, unmatched=sought.unmatched,
        on_sale="" if listed.items or listed.near_misses else ", ".join(catalog.shelves(context)),
    )  # fmt: skip
    done = listing.shown(finding, ListsAbove.of(context))
    is_missing = done.reply is not None and not (found.items or isinstance(done.reply, ListReply))
    if context.by == "local" and _is_one_of_several(context) and is_missing:
        return replace(done, reply=Text(text=_missing(finding)))
    return done


def _with_a_second_look(done: Done, sought: _Sought, context: TurnContext) -> Done:
    """The same, and where what was found may not be what was meant the question for the library."""
    command, said, absent = sought.command, sought.said, sought.absent
    is_listed = isinstance(done.reply, ListReply)
    own = (command.words or context.text)[:LONGEST_QUESTION]
    words = (said.query if context.by == "model" and _is_one_of_several(context) else own) or sought.wish.query
    # Of several things sought at once the one that is not there is simply not there: the others stand beside it.
    # "Black?" under a list asks for those on it in black, and the documents for nothing.
    is_alone = _is_alone(context) and not (command.refines and not command.queries)
    # A model tells by itself whether a doubtful list answers; nothing at all is looked for elsewhere in any case.
    is_left_to_it = context.by == "model" and is_listed
    is_doubtful = (
        is_alone
        and bool(said.query)
        and doubt.is_unsure(sought.found, said.query, words, sought.missed, context)
        and not (is_left_to_it or doubt.is_wanted(sought.found, sought.wish, context.text))
        and (not absent or nearest.is_told_of(said, words, context))
    )
    return replace(
        done,
        is_empty=is_doubtful or (is_alone and not (is_listed or absent)),
        is_denied=bool(absent),
        otherwise=written("ask_library", question=words) if is_doubtful and words else "",
    )


def _action(command: Search) -> Action:
    return "all" if command.everything else "search"


def _is_alone(context: TurnContext) -> bool:
    """Whether nothing else is searched for in this turn."""
    return sum(isinstance(each, Search) for each in context.commands) <= 1


def _is_one_of_several(context: TurnContext) -> bool:
    return len(context.commands) + len(context.served) > 1


def _missing(finding: Finding) -> str:
    """Which of several things is not there, where our own lists know its name: what else they write is not repeated."""
    names = lexicon.terms(finding.wish.query)
    is_known = names and len(names) <= MOST_NAMED and all(lexicon.concept(name) for name in names)
    return finding.say("nothing_found_for") if is_known else finding.say("nothing_found")


def suggest(command: Suggest, state: ConversationState, context: TurnContext) -> Done:
    """What a message is likely about, as what comes closest to it."""
    named = [found for title in command.titles if (found := catalog.titled(title, context)) is not None]
    items = [item for found in named for item in found.items]
    if not items:
        return Done(state=state, is_empty=True)
    listed = named[0].model_copy(update={"items": items, "total_estimate": len(items)})
    kind = (items[0].category or "").partition(" > ")[0]  # what is said of them next is of such things
    wish = Wish(query=kind)
    finding = Finding(state=state, action="search", wish=wish, found=listed, rejections=0, is_guess=True)
    return listing.shown(finding, ListsAbove.of(context))


def more(command: More, state: ConversationState, context: TurnContext) -> Done:
    """Others than those that were shown, for the same wish."""
    wish = remembered(state) or Wish()
    others: dict[str, Any] = {}
    if command.kind != "all" and state.sales.catalog_shown_ids:
        others["exclude_item_ids"] = state.sales.catalog_shown_ids
    found = context.call("catalog_search", **wish.arguments(), **others).result
    if found is None:
        return Done(state=state, reply=Text(text=say("cannot_search", state)))
    rejections = state.sales.catalog_rejections + 1 if command.kind == "reject" else 0
    context.trace.notes["narrowed"] = {"action": command.kind, **wish.for_the_record()}
    return listing.shown(Finding(state=state, action=command.kind, wish=wish, found=found, rejections=rejections))


def browse(command: Browse, state: ConversationState, context: TurnContext) -> Done:
    """What is wanted, asked with the names of the shelves."""
    found = context.call("catalog_search", limit=1).result
    parts = [say("did_not_understand", state)] if state.understood.intent == "unknown" else []
    if found and found.categories:
        parts.append(say("what_do_you_want_of", state, shelves=shelves(found)))
    else:
        parts.append(say("what_do_you_want", state))
    return asking_back(Done(state=state, reply=Text(text=" ".join(parts))), state, context)


def _wish(command: Search, state: ConversationState, context: TurnContext) -> Wish:
    """A new thing begins a new wish; anything else narrows the earlier one."""
    earlier, said = remembered(state), Wish.of(command)
    if earlier and command.refines:
        return earlier.narrowed_by(said)
    # What they may spend on a gift holds for whatever is thought of as one; a model says so itself.
    is_limited = said.price_max is not None or said.price_min is not None or command.everything
    is_a_thing = bool(lexicon.things(said.query)) and not lexicon.things(earlier.query) if earlier else False
    if context.by == "model" or earlier is None or is_limited or not is_a_thing:
        return said
    return said.model_copy(update={"price_max": earlier.price_max})
