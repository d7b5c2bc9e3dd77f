"""What happened to their order or payment, told in their language: facts only, and how to go on."""
