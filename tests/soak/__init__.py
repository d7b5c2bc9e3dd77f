"""The kill soak: an installation whose processes die at random while customers write, and the count of what was lost."""
