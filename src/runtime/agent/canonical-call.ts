import type { JsonValue } from "../json/json-value.js";
import type { AnyDeclarativeTool } from "../tool/declarative-tool.js";
import type { RequestedCall } from "./agentic-loop-event.js";
import type { AgenticLoopTools } from "./options.js";

/**
 * A call by its tool's own name and with the arguments that the tool would get: two that do the same are the same, by whatever names a model makes them. What isn't in
 * order stays as it is.
 */
export function canonicalCall({ name, args }: RequestedCall, registry: AgenticLoopTools): Pick<RequestedCall, "name" | "args"> {
  const found = registry.lookUpTool(name);
  return found.ok ? { name: found.tool.name, args: canonical(found.tool, args) ?? args } : { name, args };
}

/** Some tools are external, and some internal ones can't be loaded: their calls report that when they are made. */
function canonical(tool: Partial<AnyDeclarativeTool>, args: JsonValue): JsonValue | undefined {
  try {
    return tool.canonicalParams?.(args) as JsonValue | undefined;
  } catch {
    return undefined;
  }
}
