"""The figures of the companion notes."""
