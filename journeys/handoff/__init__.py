"""Handing over to a person, with everything they need to go on."""
