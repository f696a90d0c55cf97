(usual-repairs.cjs)
