"""What is said of items and offers: prices, options, features and stock, held to the item that each is said of."""
