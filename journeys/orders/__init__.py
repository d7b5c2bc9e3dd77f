"""Orders already made: how they stand, whether they are paid, changing, cancelling and disputing them."""
