"""A run's report as people read it: a page and a PDF, behind an address that is signed and ends."""
