"""What happened to her order or payment, told in her language: facts only, and how to go on."""
