"""From a wish to an item: narrow it, search the catalog, present a few options, open the chosen one."""
