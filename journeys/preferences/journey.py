"""Preferences: language, name, consent and notifications, changed as asked; what is known of a customer, and its end.

set_preferences ──▶ customer_update_preferences ──▶ prefs_consent_response        own_data
erase_data ──▶ yes ──▶ customer_update_preferences ──▶ the nightly erasure (conversations.rights)
"""

from typing import Final

from journeys.command import written
from journeys.context import TurnContext
from journeys.contract import Done, Journey, by_kind
from journeys.preferences import commands, own_loss, prefs_consent_response
from journeys.preferences.change import set_preferences
from journeys.preferences.others import claims
from journeys.preferences.own_data import confirm_erasure, erase_data, own_data
from journeys.preferences.reading import continues, read
from journeys.reply import Text
from journeys.state import ConversationState
from journeys.wording.phrases import say

# Messages of theirs in which they have told of a loss.
MOST_BEFORE: Final = 4
PROMPT: Final = """\
Commands of preferences, only on an explicit wish.
set_preferences  language (en, sw, sheng), marketing (adverts, offers, newsletters), order_updates,
                 payment_updates: true or false for what they want changed, else null. "turn off order updates" is
                 order_updates false and
                 leaves marketing null
messages         false when they want no more messages at all ("stop texting me")
called, phone    in set_preferences: how they ask to be called, and their own number (+254…), when they want it changed
own_data         what is known of them
erase_data       that all of it be deleted
others_data      wants to know something of another person: their number, address, orders, calls, where they are; of
                 their own line, phone or parcel that is lost or stolen: ask_library (what to do) and hand_over"""


def others_data(command: commands.OthersData, state: ConversationState, context: TurnContext) -> Done:
    """Whose line or phone was lost or stolen asks about their own: what to do then stands in the documents."""
    theirs = [each.text for each in state.transcript.messages if each.who == "customer"][-MOST_BEFORE:]
    if own_loss.is_told_of(context.text, theirs):
        after = written("ask_library", question=context.text, queries=own_loss.QUERIES)
        return Done(state=state, reply=Text(text=say("own_loss", state)), then=after)
    return Done(state=state, reply=Text(text=say("others_data", state)))


def keep_messages(command: commands.KeepMessages, state: ConversationState, context: TurnContext) -> Done:
    return Done(state=state.having(asked=None), reply=Text(text=say("kept_as_it_is", state)))


JOURNEY: Final = Journey(
    name="prefs",
    intents=("preferences_consent",),
    commands=commands.COMMANDS,
    act=by_kind(
        {
            commands.SetPreferences: set_preferences,
            commands.KeepMessages: keep_messages,
            commands.OwnData: own_data,
            commands.EraseData: erase_data,
            commands.ConfirmErasure: confirm_erasure,
            commands.OthersData: others_data,
        }
    ),
    read=read,
    claims=claims,
    continues=continues,
    prompt=PROMPT,
    prompt_node="preferences",
    nodes={"prefs_consent_response": prefs_consent_response.PROMPT},
    is_always_on=True,
)
