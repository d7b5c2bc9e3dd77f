"""PostgreSQL as Django speaks it, in fewer round trips; named in `config.parts.databases`."""
