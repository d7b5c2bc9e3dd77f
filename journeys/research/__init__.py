"""Research: a question that no single passage answers, worked on over several messages and told as a report."""
