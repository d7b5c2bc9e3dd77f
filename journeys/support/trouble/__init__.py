"""A trouble in its course: the library's steps one after another, what was tried of them, and a person in the end."""
