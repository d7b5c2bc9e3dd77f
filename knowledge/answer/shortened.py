"""Cuts what is too long to be told whole."""


def shortened(text: str, most: int) -> str:
    """Its first lines, or its first sentences where it is one line."""
    if len(text) <= most:
        return text
    parts = text.splitlines(keepends=True) if "\n" in text else [f"{part}. " for part in text.split(". ")]
    kept = parts[0]
    for part in parts[1:]:
        if len(kept) + len(part) > most:
            break
        kept += part
    return kept.strip().replace("..", ".")
