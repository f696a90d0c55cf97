/** Where somebody else's tool is from, and what it says of itself: it may say something else one day, and what was allowed is what somebody was shown. */
export interface ToolOrigin {
  /** The alias of its MCP server. */
  readonly server: string;
  /** A mark of what the tool says of itself, which is another one once its description, its schema or its hints are. */
  readonly declared: string;
  /** The marks of all tools that the server has told of with it. */
  readonly ofServer: ReadonlySet<string>;
}
