"""What code alone can settle before anything is understood: no model is asked here."""
