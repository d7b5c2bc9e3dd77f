"""What the library is measured by."""
