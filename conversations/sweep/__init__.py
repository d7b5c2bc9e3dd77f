"""The sweep: what waits is found in the database and done within each worker, whatever has become of the broker."""

from conversations.sweep.due import OVERDUE_AFTER
from conversations.sweep.kinds import Due, list_due
from conversations.sweep.sweeper import Sweeper

__all__ = ["OVERDUE_AFTER", "Due", "Sweeper", "list_due"]
