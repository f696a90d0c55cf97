(in-call.cjs)
