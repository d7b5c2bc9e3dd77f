"""The check: nothing false leaves. Every text that a customer gets is held to what tools told.

`objections(text, evidence, …)` is the one entry. Evidence is built from the turn's tool calls, what the state
remembers and the customer's own words; values stand in it and belong to their item (values, items, features), what is
said of an offer to that offer (offered), claims need the flag of a tool result (flags, claims, promises, unpaid), a
library answer is carried by what it cites (carried), links and phones are seen through their disguise (addresses), and
manner looks at language, length, prompts, names and what is asked for. What remains of a refused text, `mended`, or
else the lines of its sources, `lines_about`, may stand in its place.
"""

from journeys.check.evidence import Evidence
from journeys.check.lines import lines_about
from journeys.check.mended import mended
from journeys.check.objections import Objection, feedback, objections

__all__ = ["Evidence", "Objection", "feedback", "lines_about", "mended", "objections"]
