"""What every process that serves has: what it checks before, a log line for each request, and its health."""
