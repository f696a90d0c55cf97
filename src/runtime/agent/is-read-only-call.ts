import { Kind, readOnlyKinds } from "../contract/kind.js";
import type { RequestedCall } from "./agentic-loop-event.js";
import type { AgenticLoopTools } from "./loop-options.js";

/**
 * Returns true for a call of a tool whose kind only reads and that isn't dangerous. It may run concurrently with
 * others, and again.
 */
export function isReadOnlyCall({ name }: Pick<RequestedCall, "name">, registry: AgenticLoopTools): boolean {
  try {
    const found = registry.lookUpTool(name);
    if (!found.ok) return false;
    const { kind, risk } = found.tool;
    return (readOnlyKinds.has(kind) || kind === Kind.Think) && risk?.level !== "dangerous";
  } catch {
    // The tool's files can't be read. Its call reports that when it is made.
    return false;
  }
}
