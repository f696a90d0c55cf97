import { resolve } from "node:path";
import type { Via } from "../../contract/audit-line.js";
import type { CallContext } from "../../contract/call.js";
import type { ToolDefinition } from "../../contract/definition.js";
import { readToolIndex } from "../../lookup/read-tool-index.js";
import { recordRefusal } from "./record-refusal.js";

/** Where a missing tool was looked up. `bin` is the folder of the `call` program. */
export interface LookedFor {
  readonly bin: string;
  readonly via: Via;
  readonly env: CallContext["env"];
}

/**
 * Logs a call of an unknown tool, if the log is on. Returns the additional message for the client: nothing, or a line.
 */
export function recordUnknown(tool: string, { bin, via, env }: LookedFor): string {
  const read = readToolIndex(bin);
  const project = read.ok ? { project: resolve(bin, read.index.project), isLoggedByProject: read.index.audit } : {};
  return lineOf(recordRefusal({ tool, via, env, why: "unknownTool", ...project }));
}

/** The same for a call whose arguments can't be read. */
export function recordUnread({ name, audit, hidden }: ToolDefinition, { via = "call", projectDir, env }: CallContext): string {
  return lineOf(recordRefusal({ tool: name, via, env, why: "invalid", project: projectDir, hidden, isLoggedByProject: audit }));
}

const lineOf = (problem: string | undefined) => (problem === undefined ? "" : `${problem}\n`);
