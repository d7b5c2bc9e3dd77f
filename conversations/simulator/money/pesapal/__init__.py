"""PesaPal's API and its card page, played for the demo's merchants."""
