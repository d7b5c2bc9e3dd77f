"""The answers to the checkout's questions, as ids of rows and buttons; all of them go to the sales journey."""

from typing import Final

METHOD: Final = "method:"  # + mpesa_stk, mpesa_c2b or card
YES: Final = "confirm:yes:"  # + the quote she says yes to
NO: Final = "confirm:no"
OTHER_WAY: Final = "confirm:way"
OTHER_NUMBER: Final = "confirm:number"
UNSURE: Final = "confirm:unsure"  # a yes that is not plain, or to an order that has changed since
PHONE: Final = "phone:"  # + the number in E.164; nothing when it cannot be read
AGAIN: Final = "pay:retry"
OTHER: Final = "pay:other"
PAY: Final = "cart:pay"
MORE: Final = "cart:more"
SHOW: Final = "cart:show"
CANCEL: Final = "cart:cancel"
EDIT: Final = "cart:edit"
REMOVE: Final = "cart:remove:"  # + the SKU
SET: Final = "cart:set:"  # + quantity : SKU

OF_CHECKOUT: Final = (METHOD, "confirm:", PHONE, "pay:", PAY)
