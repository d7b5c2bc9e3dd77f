"""How numbers are said and written in English, Swahili and Sheng: one reading for customers and for what we send."""
