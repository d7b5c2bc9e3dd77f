"""An answer out of passages: drafted, reviewed, and rated."""
