"""Runs of research: their steps are taken here, one at a time, beside the turns and never before them."""
