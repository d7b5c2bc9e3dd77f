"""Teaching: the page on which a business says what a sentence of its customers means."""
