(rare.cjs)
