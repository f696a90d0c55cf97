(mcp-server.cjs)
