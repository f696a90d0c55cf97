/**
 * The origin and the declaration of an external tool. The declaration can change later, and an approval holds only for
 * the one that the user saw.
 */
export interface ToolOrigin {
  /** The alias of its MCP server. */
  readonly server: string;
  /** A mark of what the tool says of itself, which is another one once its description, its schema or its hints are. */
  readonly declared: string;
  /** The marks of all tools that the server has declared with it. */
  readonly ofServer: ReadonlySet<string>;
}
