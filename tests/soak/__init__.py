"""The kill soak: processes die at random while customers write; then it is counted what was lost."""
