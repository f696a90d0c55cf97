(cached-call.cjs)
