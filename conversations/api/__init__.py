"""The API of a tenant's own systems: a token says whose they are, and they do what staff do by hand."""
