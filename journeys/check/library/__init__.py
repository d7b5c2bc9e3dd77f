"""What a library answer says, laid beside the passages that it cites: unit by unit, clause by clause."""
