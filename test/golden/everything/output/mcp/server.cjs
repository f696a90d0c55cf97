(mcp-start.cjs)
