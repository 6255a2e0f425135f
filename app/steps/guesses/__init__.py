"""What each step asks before one looks: one module for each step, with the answer, and the slips that lead elsewhere."""
