"""What the companion notes compute, each with its own sort of run: the lesson’s settings and a few more."""
