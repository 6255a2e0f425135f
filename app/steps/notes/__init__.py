"""The companion notes: one page each on what the steps only touch."""
