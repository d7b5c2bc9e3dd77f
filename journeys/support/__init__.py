"""From a question to an answer out of the tenant's own documents, to a question back, or to a person."""
