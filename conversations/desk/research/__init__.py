"""Research at the desk: staff start it, watch it, change its plan, send what it found, and keep it in the library."""
