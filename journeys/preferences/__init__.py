"""Language, consent and notifications, changed as the customer asks and written to the audit trail."""
