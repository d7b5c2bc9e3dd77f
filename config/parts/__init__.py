"""Parts of the settings that fill a page of their own: databases, mail, logs, and how the admin looks."""
