"""How true it is: what was measured or published, each number beside ours. The tables under data/ name their sources."""
