"""What follows for the customer's own case: from their party, their dates, their hours and their spans of time."""
