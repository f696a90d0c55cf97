import type { CompiledTool } from "../../contract/definition.js";
import type { Pi, PiTool } from "./pi-api.js";
import { contextIn, preparedArguments } from "./prepared-arguments.js";

/** Factories of pi's own tools for a folder. */
const makers: Readonly<Record<string, (pi: Pi, cwd: string) => PiTool>> = {
  edit: (pi, cwd) => pi.createEditToolDefinition(cwd),
  read: (pi, cwd) => pi.createReadToolDefinition(cwd, { autoResizeImages: pi.SettingsManager.create(cwd).getImageAutoResize() }),
  write: (pi, cwd) => pi.createWriteToolDefinition(cwd),
};

/** A tool of pi's own, which pi executes. A spec of the project repairs its arguments first. */
export function overrideTool(pi: Pi, tool: CompiledTool): PiTool {
  const make = makers[tool.definition.name];
  if (make === undefined) throw new Error(`pi has no tool named '${tool.definition.name}' whose arguments can be repaired.`);
  const own = make(pi, process.cwd());
  return {
    ...own,
    prepareArguments: repairedFirst(own, tool),
    execute: (id, params, signal, onUpdate, context) => make(pi, context.cwd).execute(id, params, signal, onUpdate, context),
  };
}

/** `prepareArguments` of a tool of pi's own, which gets the arguments as a spec of the project repairs them. */
export function repairedFirst(own: PiTool, tool: CompiledTool): NonNullable<PiTool["prepareArguments"]> {
  return (args) => {
    // pi decides about paths: it may go anywhere.
    const repaired = preparedArguments(tool, args, contextIn(".", { project: "." }));
    return own.prepareArguments?.(repaired) ?? repaired;
  };
}
