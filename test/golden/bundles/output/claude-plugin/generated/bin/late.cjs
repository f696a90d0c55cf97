(late.cjs)
