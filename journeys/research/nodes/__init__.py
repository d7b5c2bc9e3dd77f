"""What a model may be asked in a run of research, a file a node: its prompt, its schema, and its answer without one."""
