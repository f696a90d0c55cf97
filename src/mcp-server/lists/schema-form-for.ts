import { isJsonObject } from "../../runtime/json/json-value.js";
import type { SchemaForm } from "../tool-source.js";

/**
 * The clients that validate a call by the tool's schema before they send it, by the names that they send:
 * `gemini-cli-mcp-client` (Gemini CLI 0.61), `qwen-cli-mcp-client-SERVER` (Qwen Code 0.24) and `toolgen`
 * (docs/registry.md). Arguments that repair accepts reach the server only if they pass there. Claude Code, Codex,
 * Copilot CLI and opencode send what the model wrote.
 */
const validatingClients = /^(?:(?:gemini|qwen)-cli-mcp-client(?:-|$)|toolgen$)/;

/** Chooses the form of the tools' schemas by a client's `clientInfo`. */
export function schemaFormFor(client: unknown): SchemaForm {
  const name = isJsonObject(client) ? client.name : undefined;
  return typeof name === "string" && validatingClients.test(name) ? "open" : "canonical";
}
