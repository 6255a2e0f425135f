"""Rooms of a lecture that many follow: what is true in them, and where they are kept."""
