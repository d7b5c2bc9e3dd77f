"""What a buyer says in plain words: which one and how many, what to do with the cart, how to pay."""
