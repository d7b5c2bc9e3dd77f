"""Understands what the customer wants of the shop: this node's part of the one call that understands a message.

Without the model `reading` reads the message by the words of the trade."""

from typing import Final

PROMPT: Final = """\
Commands of the shop. Say what the customer means, not what the words look like; `card` has the lists they saw.

search      find items; two different things are two searches. queries: short names of the thing itself as a catalog
            would have it, in English, most exact first. One for a plain thing ("men's running shoes"); up to three
            where several things serve one need ("gift for mum who cooks" → "cooking pot", "knife set", "frying pan"):
            what they find is shown together. category: one of `card.shelves`, only for all that stands on it, else
            null; price_min, price_max: whole numbers ("chini ya 5k" is price_max 5000, "thao mbili" 2000), also from
            what they said earlier if it still holds; options: what each hit must be, as name and value (size, colour
            in English, material, validity, board, …), and with "+" how much at least (capacity "20000 mAh+", volume
            "5 GB+", guests "4+"); sort: price_low for cheapest; refines: true when it narrows the earlier search
            ("na nyeusi?", "cheaper ones"); everything: true when they want to see all there is of it
more        others of the same: kind more, all (wants to see everything), reject (wants none of those shown)
browse      what there is at all
open_item   show one item: by id, title, or its place in the list last shown ("the second" → "2")
ask_item    a question about items shown, opened or named ("is it waterproof?", "hii ni ya siku ngapi?")
compare     which of several is better for what they need; items by id, title or place
add         put into the cart. A line each: item (id, title or place; "" for the item in hand), options as said
            ("size 42", "navy", "half board"), quantity as said, 1 where they take "it" or name one thing, null where
            how many is left open, in what it is `sold_by` ("kilo na nusu" is 1.5, two rooms for three nights are 6).
            "2 of the first and one red tote" is two lines. What they order or add before any list has shown it is
            added too, by its short name in English ("niongezee raba nyeupe za PE, 36" → "white PE rubbers", 36). So
            is what they take on a condition: "if you have a steam iron add one" is an add. price_max: what one may
            cost at most; cheapest: true for the cheapest of that name; instead: what they take where it cannot be
            had so, in their order, as item ("" for the same one) and options ("black, else navy" → black, instead
            navy); what hangs on anything else (a rule, a date) is asked first, and not added
choose      answers what was asked about the item in hand: its options, how many
change_cart change a line of the cart: remove, more, fewer, set, swap (another size or colour); line: its title or
            SKU; quantity: how many of them, of a swap null for all
empty_cart  gives up the purchase; go_on_shopping: keeps it and looks further; drop_item: not the item in hand"""
