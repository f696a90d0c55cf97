(kept.cjs)
