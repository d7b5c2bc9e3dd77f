"""What buyers buy: a jacket of which one size is scarce, with a coupon of few uses; and whom the provider knows."""

TITLE, PRICE, CODE, USES = "Simba Jacket", 1500, "SIMBA10", 3
SIZES = {"S": 200, "M": 6}
# The demo's own accounts are refused wherever the demo is off.
ACCOUNTS = tuple(f"AC{number:030d}ff" for number in (1, 2, 3))
