"""M-Pesa's result codes with their words, and what each looks like to the customer."""

DESCRIPTIONS = {
    "0": "The service request is processed successfully.",
    "1": "The balance is insufficient for the transaction.",
    "3": "Declined due to limit rule: greater than the maximum transaction amount.",
    "17": "Rule limited.",
    "1025": "An error occurred while sending a push request.",
    "1032": "Request cancelled by user.",
    "1037": "DS timeout user cannot be reached.",
    "2001": "The initiator information is invalid.",
    "2028": "The request is not permitted according to product assignment.",
    "4999": "The transaction is still under processing",
}
PAID, EXPIRED, PENDING = "0", "1037", "4999"
TOO_MUCH, REPEATED, TOO_LONG, WRONG_PRODUCT = "3", "17", "1025", "2028"
OF_OUTCOME = {"pay": PAID, "wrong_pin": "2001", "cancel": "1032", "insufficient_funds": "1"}
WRITTEN = {
    "1": "Failed. You do not have enough money in your M-PESA account to pay Ksh{amount:,}.00 to {name}.",
    "2001": "Failed. You have entered the wrong PIN. Ksh{amount:,}.00 was not paid to {name}.",
}
