/** The forms in which models see tools, by the names that the command line gives them. */
export const showingNames = ["mcp", "mcp-open", "gemini", "registry"] as const;
export type ShowingName = (typeof showingNames)[number];
