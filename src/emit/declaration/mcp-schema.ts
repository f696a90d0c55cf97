import type { ToolModel } from "../../model/tool.js";
import type { JsonObject } from "../../runtime/json/json-value.js";

/** The schema of a tool's arguments for MCP clients, which names its language if the spec does. */
export const mcpSchema = ({ schema, dialect }: ToolModel): JsonObject => (dialect === undefined ? schema : { $schema: dialect, ...schema });
