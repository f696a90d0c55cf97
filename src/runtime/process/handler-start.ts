import { resolve } from "node:path";
import type { CallContext, PreparedCall } from "../contract/call.js";
import type { ToolDefinition } from "../contract/definition.js";

/**
 * Returns how a handler is started: by the Node that runs this, whatever is on PATH, in a process of its own. Its stack
 * traces name the lines of the TypeScript that it was bundled from, relative to the folder in the last argument.
 */
export function handlerStart(
  { project }: Pick<ToolDefinition, "project">,
  handler: string,
  { projectDir }: Pick<CallContext, "projectDir">,
): Pick<PreparedCall, "program" | "args" | "handler"> {
  const bundle = bundleOf(project, handler, { projectDir });
  return { program: process.execPath, args: [bundle, projectDir], handler: true };
}

/** A handler's bundle: one of the outputs, or an absolute path if a compiler keeps its outputs in memory. */
export function bundleOf(
  { output }: Pick<ToolDefinition["project"], "output">,
  handler: string,
  { projectDir }: Pick<CallContext, "projectDir">,
): string {
  return resolve(projectDir, output, "bin/handlers", handler);
}
