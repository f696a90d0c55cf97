import { resolve } from "node:path";
import type { CallContext, PreparedCall } from "../contract/call.js";
import type { ToolDefinition } from "../contract/definition.js";

/**
 * How a handler is started: by the Node that runs this, whatever else PATH holds, in a process of its own. Its errors name the lines of the TypeScript
 * that it was bundled from, relative to the folder that it is told last.
 */
export function handlerStart(
  { project }: Pick<ToolDefinition, "project">,
  handler: string,
  { projectDir }: Pick<CallContext, "projectDir">,
): Pick<PreparedCall, "program" | "args" | "handler"> {
  const bundle = bundleOf(project, handler, { projectDir });
  return { program: process.execPath, args: ["--enable-source-maps", bundle, projectDir], handler: true };
}

/** A handler's bundle: one of the outputs, or wherever a compiler that keeps its outputs in memory has put it, which is an absolute path then. */
export function bundleOf(
  { output }: Pick<ToolDefinition["project"], "output">,
  handler: string,
  { projectDir }: Pick<CallContext, "projectDir">,
): string {
  return resolve(projectDir, output, "bin/handlers", handler);
}
