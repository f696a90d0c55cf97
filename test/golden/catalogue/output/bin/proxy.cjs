(proxy.cjs)
