(mcp-call.cjs)
