"""Handing over to a person, with everything she needs to go on."""
