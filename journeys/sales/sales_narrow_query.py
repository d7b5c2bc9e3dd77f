"""Decides what to search the catalog for, or what to ask.

Without the model, and whenever plain words of the trade settle it, the message is read locally."""

from typing import Any

from journeys.flow import Turn, may_ask
from journeys.llm import Question
from journeys.sales.flow import SalesFlow
from journeys.sales.wish.narrowed import Narrowed, facts_of, merged, possible
from journeys.sales.wish.reading import is_settled, read

PROMPT = """\
Read what the customer of a shop asks for in `text`: English, Swahili, Sheng or a mix, with typos.
`earlier` is what she searched for before, `shown` the items she sees, `opened` the item she looks at.

action
  search      she names or describes something, or narrows the earlier search
  more        wants further options; all: wants to see everything; reject: wants none of those shown
  about_item  asks about the opened item; buy: wants to buy or order it
  clarify     nothing to search for can be told
query         the thing itself in her words, without price, colour, size and courtesy: "viatu vya kukimbia"
refines       true when it narrows the earlier search ("na nyeusi?", "cheaper ones"); false for another thing
category      only if she names one; otherwise null
price_min, price_max   whole numbers: "chini ya 5k" is price_max 5000; "thao mbili" is 2000
colour, size  the colour in English ("nyekundu" is "red"), the size as she says it: "42", "XL"
What was not said is null, "" or false, and sort is "relevance".

"nataka viatu vya kukimbia chini ya 5000" → search, query "viatu vya kukimbia", price_max 5000, refines false
"show me red ones" after it → search, query "", colour "red", refines true
"uko na hoodie za size M" after it → search, query "hoodie", size "M", refines false"""

QUESTION = Question(name="sales_narrow_query", prompt=PROMPT, schema=Narrowed, local=read)


def narrow(flow: SalesFlow, runtime: Turn) -> dict[str, Any]:
    facts = facts_of(flow["state"], flow["text"])
    narrowed = read(facts)
    if may_ask(runtime.context) and not is_settled(narrowed, facts):
        narrowed = possible(runtime.context.mind.ask(QUESTION, facts), facts)
    wish = merged(flow["state"], narrowed)
    runtime.context.trace.notes["narrowed"] = {"action": narrowed.action, **wish.for_the_record()}
    return {"narrowed": narrowed, "wish": wish}
