(repairs.cjs)
