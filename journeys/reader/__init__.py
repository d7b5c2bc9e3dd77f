"""The trained reader: cuts a message into errands and finds their parts, as it learned from the marked examples."""
