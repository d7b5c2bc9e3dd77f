"""Where payment providers report and where their customers come back to: the only HTTP of payments."""
