"""Understands how the customer wants to pay: this node's part of the one call that understands a message.

Without the model the plain names of the ways decide. Only a way that the tenant has enabled can be chosen, whoever
chose it, and no model says yes to a payment."""

from typing import Final

PROMPT: Final = """\
Commands of the till.
show_cart       wants to see the cart or the total
pay             wants to pay, check out, or try a payment again
choose_payment  method: mpesa_stk (M-Pesa asks on the phone: "prompt", "stk", "kwa simu", "mpesa tu"), mpesa_c2b
                (they send it themselves: "till", "paybill"; also when they ask for its number), card ("visa", "kadi"),
                or null; phone: the number that M-Pesa shall ask, as said ("to my wife's number 0722…"), else ""
other_way       another way than the one chosen; other_number: another phone than the one shown, which they do not tell
deliver         recipient, place (an address that goods are taken to: "Kisumu, Milimani estate"; "pick-up" where
                somebody comes to us for them), when ("Friday 5pm", nights: from which day), note (gift wrap, a guest's
                room 12, a line to be topped up); not said is "". item: the title of the one thing that when and note
                are of, one deliver for each; of all of it ""
                Also where they ask what it comes to with delivery to a place: the total then holds the fee if known
decline         does not want to pay now
A yes to a payment is no command of yours: whoever agrees to pay taps or writes yes, which code reads."""
