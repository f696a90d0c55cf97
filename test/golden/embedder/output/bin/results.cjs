(results.cjs)
