import type { JsonValue } from "../json/json-value.js";
import type { AnyDeclarativeTool } from "../tool/declarative-tool.js";
import type { RequestedCall } from "./agentic-loop-event.js";
import type { AgenticLoopTools } from "./loop-options.js";

/**
 * A call under its tool's own name, with the arguments that the tool would get. Two calls with the same effect are
 * therefore equal, whatever names the model used. An invalid call is returned unchanged.
 */
export function canonicalCall({ name, args }: RequestedCall, registry: AgenticLoopTools): Pick<RequestedCall, "name" | "args"> {
  const found = registry.lookUpTool(name);
  return found.ok ? { name: found.tool.name, args: canonical(found.tool, args) ?? args } : { name, args };
}

/** Some tools are external, and some compiled ones can't be loaded: their calls report that when they are made. */
function canonical(tool: Partial<AnyDeclarativeTool>, args: JsonValue): JsonValue | undefined {
  try {
    return tool.canonicalParams?.(args) as JsonValue | undefined;
  } catch {
    return undefined;
  }
}
