"""What a text claims without a figure, and whether a tool, the shelf or a source has made it so."""
