"""From a wish to an item: narrow it, search the tenant's catalog, present a few options, open the one chosen."""
