"""The evidence check: a reply states only what a tool said in this turn, or the customer herself."""

from journeys.check.evidence import Evidence

__all__ = ["Evidence"]
