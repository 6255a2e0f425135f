"""Property tests without a clock, and with the same examples on every machine."""

from hypothesis import settings

settings.register_profile("memory", deadline=None, derandomize=True)
settings.load_profile("memory")
