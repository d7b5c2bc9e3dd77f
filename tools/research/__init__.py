"""Research: questions that no single passage answers, worked on over several messages; each run is a row."""
