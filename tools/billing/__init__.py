"""Billing: plans, subscriptions and invoices as the business's own system tells them, and refund cases."""
