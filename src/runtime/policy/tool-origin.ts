/**
 * The origin and the declaration of an external tool. The declaration can change later, and an approval is valid only
 * for the one that the user saw.
 */
export interface ToolOrigin {
  /** The alias of its MCP server. */
  readonly server: string;
  /** A hash of the tool's declaration: it changes with its description, its schema or its hints. */
  readonly declared: string;
  /** The hashes of all tools that the server has declared with it. */
  readonly ofServer: ReadonlySet<string>;
}
