"""Simulated students for a room, so that a lecturer sees it filled before class."""
