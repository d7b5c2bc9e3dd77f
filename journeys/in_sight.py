"""What is sold under the name of the one page that a message was answered by, and what holds of an item for them."""

from dataclasses import replace
from typing import Final

from journeys import tenant
from journeys.command import Command
from journeys.context import TurnContext
from journeys.contract import Done
from journeys.local import asks
from journeys.local.wordlists import tokens
from journeys.registry import Registry
from journeys.state import ConversationState
from journeys.support.applied.applying import applied_limits

SHOWN: Final = frozenset({"open_item", "ask_item"})
NAMED_BY: Final = 2
"""So many words are a name, and no word of every day."""


def with_item(
    done: Done, state: ConversationState, context: TurnContext, known: Registry
) -> tuple[Done, ConversationState]:
    """With the item in hand of which one page told under its own name: the next message may say "book that". Who looks
    for such a thing is told its price too, which no page knows."""
    section = done.sources[0].split(" \u2014 ")[1:2] if len(done.sources) == 1 else []
    name = section[0].rpartition(" / ")[2] if section else ""
    is_open = context.by == "local" and "open_item" in known.commands and state.purchase.choosing is None
    is_sought = asks.asks_for_any(context.text) or asks.asks_advice(context.text) or asks.wants_it(context.text)
    is_named = bool(set(tokens(name)) & set(tokens(context.text)))
    if not is_open or len(tokens(name)) < NAMED_BY or not (is_sought or is_named):
        return done, state
    found = context.call("catalog_search", query=name).result
    item = next((each for each in found.items if each.title.casefold() == name.casefold()), None) if found else None
    if item is None:
        return done, state
    command = known.commands["open_item"].model_validate({"item": str(item.item_id)})
    opened = known.owners["open_item"].act(command, state, context)
    if is_sought and done.reply is not None and opened.reply is not None:
        price = opened.reply.text.partition("\n\n")[0]
        done = replace(done, reply=done.reply.model_copy(update={"text": f"{done.reply.text}\n\n{price}"}))
    return done, opened.state if is_named else state


def in_their_case(command: Command, done: Done, context: TurnContext) -> Done:
    """An item that is shown, below what its limits of age and number come to for them: "my son is 9, can he dive"."""
    if command.name not in SHOWN or context.by != "local" or done.reply is None:
        return done
    held = applied_limits(context.text, done.reply.text, done.state, tenant.local_now(context))
    if not held:
        return done
    context.trace.notes.setdefault("applied", []).append(held)
    return replace(done, reply=done.reply.model_copy(update={"text": f"{held}\n\n{done.reply.text}"}))
