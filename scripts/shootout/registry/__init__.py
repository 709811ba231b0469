"""What crypto_hash/ holds: primitives, implementations, what each is made of and needs."""
