(mcp-client.cjs)
