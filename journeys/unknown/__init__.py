"""What we did not understand, or cannot do yet: said honestly, with what we can do instead."""
