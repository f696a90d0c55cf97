import type { Model } from "../../compiler/model.js";
import type { Host } from "../../contract/host.js";
import { isJsonObject, type JsonObject } from "../../contract/json-value.js";
import { compareDeclarations, declaredName, declaredTool, missingDeclaration, type SurfaceChange } from "../../contract/surface-change.js";
import { UsageError } from "../command.js";
import type { Terminal } from "../io/terminal.js";
import { findMcpServer, listServerTools } from "./find-mcp-server.js";

/** A server beside what was accepted of the tools that specs call. */
export interface ComparedServer {
  readonly server: string;
  /** The number of tools that are held to a declaration. */
  readonly tools: number;
  readonly changes: readonly SurfaceChange[];
  /** Why the server couldn't be compared. */
  readonly problem?: string;
}

interface Comparing {
  readonly model: Model;
  readonly host: Host;
  readonly projectDir: string;
  /** The time in which a server must list its tools. */
  readonly mostMs: number;
  /** A server's name; `undefined`: all. */
  readonly only?: string | undefined;
}

/** Lets the servers whose tools a project calls list them, and compares the lists with what was accepted. */
export function compareServers({ model, only, ...comparing }: Comparing, terminal: Terminal): Promise<readonly ComparedServer[]> {
  const held = new Map<string, Model["tools"][number][]>();
  for (const tool of model.tools) {
    const { mcp } = tool.definition;
    if (mcp?.declared === undefined || (only !== undefined && mcp.server.name !== only)) continue;
    held.set(mcp.server.name, [...(held.get(mcp.server.name) ?? []), tool]);
  }
  return Promise.all([...held].map(([server, tools]) => compareServer(server, tools, comparing, terminal)));
}

async function compareServer(
  server: string,
  tools: Model["tools"],
  { host, projectDir, mostMs }: Omit<Comparing, "model" | "only">,
  terminal: Terminal,
): Promise<ComparedServer> {
  try {
    const found = await findMcpServer({ server, words: [] }, host, terminal);
    const list = await listServerTools(found, { projectDir, env: terminal.environment, mostMs });
    return { server, tools: tools.length, changes: tools.flatMap((tool) => changesOf(tool, list)) };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { server, tools: tools.length, changes: [], problem: error.message };
  }
}

function changesOf(tool: Model["tools"][number], list: readonly unknown[]): readonly SurfaceChange[] {
  const { mcp } = tool.definition;
  if (mcp?.declared === undefined) return [];
  const listed = list.find((one): one is JsonObject => isJsonObject(one) && one.name === mcp.tool);
  const changes = listed === undefined ? missingDeclaration : compareDeclarations(mcp.declared, declaredTool(listed));
  return changes.map((change) => ({ document: "server tool", name: declaredName(mcp.server.name, mcp.tool), ...change }));
}
