"""What a passage and a question speak of: words and what they are worth, opening hours, Swahili in English."""
