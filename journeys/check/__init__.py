"""The check: nothing false leaves. Every text that a customer gets is held to what tools told.

`objections(text, evidence, …)` is the one entry. Evidence is built from the turn's tool calls, what the state
remembers and the customer's own words. The text is read (`reading`: its sentences, clauses, facts and terms, links
and phones through their disguise), and then asked:

- `evidence`: does every value stand in what was told, or follow from it?
- `items`: does each price, option and feature belong to the item or offer that it is said of?
- `claims`: has a tool made it so that something is paid, sent, free, promised?
- `library`: is each clause of a library answer carried by a line that it cites, `theirs` included, what follows for
  the customer's own case? `faults` are the ways to turn such a line round.
- `manner`: its language and length, no prompt in it, no other's name, nothing asked for that is nobody's business.

What remains of a refused text, `mended`, or else the lines of its sources, `lines_about`, may stand in its place.
"""

from journeys.check.evidence import Evidence
from journeys.check.library.lines import lines_about
from journeys.check.mended import mended
from journeys.check.objections import Objection, feedback, objections

__all__ = ["Evidence", "Objection", "feedback", "lines_about", "mended", "objections"]
