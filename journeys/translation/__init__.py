"""Words of a customer put into the language of the person who answers them; nothing is sent or kept of it."""
