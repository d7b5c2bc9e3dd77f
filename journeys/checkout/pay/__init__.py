"""The three ways to pay, each called only with the quote that the customer has just said yes to."""
