import { Kind, readOnlyKinds } from "../contract/kind.js";
import type { RequestedCall } from "./agentic-loop-event.js";
import type { AgenticLoopTools } from "./options.js";

/** A call of a tool that only reads, by its kind, and isn't dangerous. It may run beside others, and again. */
export function mayRepeat({ name }: Pick<RequestedCall, "name">, registry: AgenticLoopTools): boolean {
  try {
    const found = registry.lookUpTool(name);
    if (!found.ok) return false;
    const { kind, risk } = found.tool;
    return (readOnlyKinds.has(kind) || kind === Kind.Think) && risk?.level !== "dangerous";
  } catch {
    // A tool whose files can't be read. Its call says so when it is made.
    return false;
  }
}
