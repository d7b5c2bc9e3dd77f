"""What Tulia's speed, size and local mind measure on this machine, against their bars; never a timed test."""
