"""The journeys of the house, by hand. A new one is a folder and a line here."""

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any, Final

from pydantic import ValidationError

from journeys import tenant
from journeys.billing.journey import JOURNEY as BILLING
from journeys.checkout.journey import JOURNEY as CHECKOUT
from journeys.command import Command, parted
from journeys.context import TurnContext
from journeys.contract import Journey
from journeys.handoff.journey import JOURNEY as HANDOFF
from journeys.offers.journey import JOURNEY as OFFERS
from journeys.orders.journey import JOURNEY as ORDERS
from journeys.preferences.journey import JOURNEY as PREFERENCES
from journeys.reply import Reply
from journeys.research.journey import JOURNEY as RESEARCH
from journeys.sales.journey import JOURNEY as SALES
from journeys.state import ConversationState
from journeys.state.upgrade import command_of
from journeys.support.journey import JOURNEY as SUPPORT
from journeys.unknown.journey import JOURNEY as UNKNOWN

JOURNEYS: Final[tuple[Journey, ...]] = (
    SALES, CHECKOUT, OFFERS, ORDERS, RESEARCH, BILLING, SUPPORT, PREFERENCES, HANDOFF, UNKNOWN,
)  # fmt: skip


class CommandUnknown(ValueError):
    """No journey that is on declares such a command, or its arguments are not what it takes."""


class Registry:
    """Journeys with their commands; one for each set of journeys that a tenant has on."""

    def __init__(self, journeys: Collection[Journey] = JOURNEYS) -> None:
        self.journeys = tuple(journeys)
        self.by_name = {journey.name: journey for journey in self.journeys}
        self.commands: dict[str, type[Command]] = {
            command.name: command for journey in self.journeys for command in journey.commands
        }
        self.owners = {command.name: journey for journey in self.journeys for command in journey.commands}
        self.takes = {wish: takes for journey in self.journeys for wish, takes in journey.errands.items()}
        self.of_intent = {intent: journey for journey in self.journeys for intent in journey.intents}

    def owner(self, command: Command) -> Journey:
        return self.owners[command.name]

    def decoded(self, written: str) -> Command:
        """The command of a tap or of a stored choice, today's form or version 1's; raises CommandUnknown."""
        parts = parted(written) or parted(command_of(written) or "")
        if parts is None or parts[0] not in self.commands:
            raise CommandUnknown(written[:40])
        try:
            return self.commands[parts[0]].model_validate(parts[1])
        except ValidationError as error:
            raise CommandUnknown(f"{parts[0]}: {error.error_count()} faults") from error

    def after(self, command: Command, state: ConversationState, now: datetime) -> ConversationState:
        """The state with the journey that a command was of, if unclear words stay with that one."""
        name = self.owner(command).name
        journey = "sales" if name == CHECKOUT.name else name
        if not self.by_name.get(journey, UNKNOWN).is_sticky:
            return state
        return state.having(journey=journey, journey_at=now)

    def without(self, names: Collection[str]) -> "Registry":
        """The registry of a tenant that has these journeys off; what every tenant needs stays."""
        off = frozenset(name for name in names if name in self.by_name and not self.by_name[name].is_always_on)
        return _without(self, off) if off else self


@lru_cache(maxsize=256)
def _without(registry: Registry, off: frozenset[str]) -> Registry:
    return Registry(tuple(journey for journey in registry.journeys if journey.name not in off))


ALL: Final = Registry()


def remembered(state: ConversationState, context: TurnContext) -> Iterator[Any]:
    """The facts that the tenant's journeys remember, of which a reply may speak."""
    for journey in of(context).journeys:
        yield from journey.grounds(state)


def told_by_journeys(
    event: Mapping[str, Any], state: ConversationState, context: TurnContext
) -> tuple[ConversationState, Reply | None] | None:
    """What the journey whose name an event bears makes of it; None where no journey that is on tells it."""
    journey = of(context).by_name.get(str(event.get("name")).partition(".")[0])
    return journey.tells(event, state, context) if journey is not None and journey.tells is not None else None


def of(context: TurnContext) -> Registry:
    """The journeys that this turn's tenant has on."""
    return ALL.without(tenant.tenant_of(context).journeys_off)


def excerpt(state: ConversationState) -> dict[str, Any]:
    """What programs that chat are told of where the journeys stand."""
    return {name: told for journey in JOURNEYS for name, told in journey.excerpt(state).items()}
