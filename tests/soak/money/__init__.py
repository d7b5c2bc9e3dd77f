"""Money in the soak: a provider that outlives us, people who pay through it, and books that must agree afterwards."""
