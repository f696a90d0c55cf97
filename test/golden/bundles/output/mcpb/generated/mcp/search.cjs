(search.cjs)
