"""The languages of customers, a folder each, and how numbers are said: one reading for both sides."""
