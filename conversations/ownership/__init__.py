"""Who speaks for the business: taken over by a person, put back, handed back; never two at a time.

Each change is one transaction on the conversation's row. It adds one to the owner's epoch, so that nothing which the
assistant has queued before goes out, and to the lease's, so that a turn under way causes and commits nothing more:
it is stopped at its next tool, and what it was about is heard by the next turn. Turns, sweep and outbox go on as ever;
while a person has the conversation a turn only listens (journeys.guard.consent), and events of our own wait.
"""

from conversations.ownership.absent import list_left, release, tell_away
from conversations.ownership.change import hand_back, put_back, take_over
from conversations.ownership.remembered import said_in, state_of
from conversations.ownership.writing import NotTheirs, OptedOut, WindowClosed, refusal, send, write

__all__ = [
    "NotTheirs", "OptedOut", "WindowClosed", "hand_back", "list_left", "put_back", "refusal", "release", "said_in",
    "send", "state_of", "take_over", "tell_away", "write",
]  # fmt: skip
