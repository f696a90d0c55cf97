(call.cjs)
