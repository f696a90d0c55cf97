(warm.cjs)
