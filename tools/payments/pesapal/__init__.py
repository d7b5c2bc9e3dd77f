"""PesaPal's hosted card page."""
