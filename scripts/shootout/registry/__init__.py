"""The contents of crypto_hash/: primitives, implementations, their files and needs."""
